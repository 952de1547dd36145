using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Published;

public sealed class PublishedPointsTests
{
    private const string Line = "hill-2010,fig 1,blob.download,aggregate,128,clients,393.4,MB/s,maximum,";

    /// <summary>Experiments that others did and the catalogue does not have.</summary>
    private static readonly string[] NotHere =
    [
        "compute.sigma", "cost.core", "deploy.time", "modis.failures", "modis.pipeline", "modis.timeouts",
        "sql.availability", "sql.scale.commits", "sql.scale.slowdown", "sql.single", "stage.external", "stage.internal",
        "vm.failure", "vm.lag", "vm.lifecycle", "vm.package", "xfer.parallel",
    ];

    /// <summary>Statements about a curve as a whole, a distribution, a link, two clouds or an application that is not ours, with no single figure of ours beside them.</summary>
    private static readonly string[] NotCompared = ["loss per doubling", "effect of queue length", "small instances", "link capacity", "typical level", "dips", "Nimbus", "Azure ExtraLarge", "Azure Small", "Azure over Nimbus", "Nimbus better by"];

    [Fact]
    public void Every_published_point_is_of_an_experiment_here_or_of_one_that_is_known_to_be_missing()
    {
        var experiments = PublishedPoints.All.Select(point => point.Experiment).Distinct().ToArray();

        Assert.Equal(383, PublishedPoints.All.Count);
        Assert.Empty(experiments.Where(id => ExperimentCatalogue.Find(id) is null).Except(NotHere));
        Assert.DoesNotContain(NotHere, id => ExperimentCatalogue.Find(id) is not null || !experiments.Contains(id));
    }

    [Fact]
    public void Every_published_point_of_an_experiment_here_is_compared_or_is_known_to_be_incomparable()
    {
        var unread = PublishedPoints.All.Where(point => ExperimentCatalogue.Find(point.Experiment) is not null && PublishedFigures.Read(point) is null);

        Assert.Equal(NotCompared, unread.Select(point => point.Series).Distinct());
    }

    [Fact]
    public void Every_level_of_a_comparable_figure_is_one_that_the_experiment_can_be_told()
    {
        foreach (var figure in ExperimentCatalogue.All.SelectMany(definition => PublishedFigures.Of(definition.Id)))
        {
            foreach (var (factor, level) in figure.Levels)
            {
                var parameter = ExperimentCatalogue.Find(figure.Point.Experiment)!.FindParameter(factor);
                Assert.True(parameter is { Factor: true } && IsLevel(parameter, JsonNode.Parse(level)!), $"{figure.Point.Experiment} {factor} {level}");
            }
        }
    }

    private static bool IsLevel(ParameterDefinition parameter, JsonNode level) => parameter.Kind == ParameterKind.Choice
        ? parameter.Choices.Contains(level.GetValue<string>())
        : level.GetValue<long>() >= parameter.Minimum && level.GetValue<long>() <= parameter.Maximum;

    [Theory]
    [InlineData("disk.mark", """{"test":"rnd4KQ32T1","direction":"write","fileBytes":1}""", PublishedMetric.MegabytesPerSecondBestOfThree, "17.57 4.1 2.1 4")]
    [InlineData("disk.mark", """{"test":"seq1MQ8T1","direction":"write"}""", PublishedMetric.MegabytesPerSecondBestOfThree, "")]
    [InlineData("disk.warm", """{"direction":"read"}""", PublishedMetric.FirstOperationPenalty, "0.2 0.25")]
    [InlineData("queue.peek", """{"messageBytes":512,"clients":128}""", PublishedMetric.OperationsPerSecond, "3878 3392")]
    [InlineData("queue.peek", """{"messageBytes":512,"clients":64}""", PublishedMetric.OperationsPerSecond, "3878")]
    [InlineData("queue.peek", """{"messageBytes":512,"clients":128}""", PublishedMetric.ClientsFinished, "")]
    [InlineData("blob.upload", """{"blobBytes":1,"clients":192}""", PublishedMetric.MegabytesPerSecond, "124.25")]
    [InlineData("table.insert", """{"entityBytes":65536,"clients":192}""", PublishedMetric.ClientsFinished, "89")]
    [InlineData("table.insert", """{"clients":192}""", PublishedMetric.ClientsFinished, "")]
    [InlineData("no.experiment", """{"clients":192}""", PublishedMetric.ClientsFinished, "")]
    public void A_figure_is_found_by_experiment_levels_and_metric(string experiment, string levels, PublishedMetric metric, string values) => Assert.Equal(
        values,
        string.Join(' ', PublishedFigures.Find(experiment, JsonNode.Parse(levels)!.AsObject(), metric).Select(figure => FormattableString.Invariant($"{figure.Point.Value}"))));

    [Fact]
    public void A_quoted_cell_may_have_commas_and_quotes()
    {
        var point = Assert.Single(Read("hill-2010,fig 1,blob.download,\"a, \"\"b\"\"\",,,-1e3,MB/s,mean,\"c,d\""));

        Assert.Equal(("a, \"b\"", "", -1_000.0, "c,d"), (point.Series, point.X, point.Value, point.Note));
    }

    [Theory]
    [InlineData("hill-2010,fig 1,blob.download,aggregate", "line 2: it must have 10 cells and has 4")]
    [InlineData("hill-2010,fig 1,blob.download,aggregate,128,clients,many,MB/s,maximum,", "line 2: value 'many' is not a number")]
    [InlineData("hill-2010,fig 1,blob.download,aggregate,128,clients,NaN,MB/s,maximum,", "line 2: value 'NaN' is not a number")]
    [InlineData("hill-2010,fig 1,,aggregate,128,clients,1,MB/s,maximum,", "line 2: experiment is empty")]
    [InlineData("somebody,fig 1,blob.download,aggregate,128,clients,1,MB/s,maximum,", "line 2: source 'somebody' has no citation")]
    [InlineData("hill-2010,fig 1,blob.download,aggregate,128,,1,MB/s,maximum,", "line 2: x and x_unit must both be there")]
    [InlineData("hill-2010,fig 1,blob.download,\"aggregate,128,clients,1,MB/s,maximum,", "line 2: a quoted cell does not end")]
    [InlineData(Line + "\n" + "hill-2010,fig 1,blob.download,aggregate,128,clients,400,MB/s,maximum,again", "line 3: it publishes another figure")]
    public void A_line_that_makes_no_sense_is_refused_with_its_number(string lines, string reason) =>
        Assert.Contains(reason, Assert.Throws<InvalidDataException>(() => Read(lines)).Message, StringComparison.Ordinal);

    [Fact]
    public void Other_columns_are_refused() =>
        Assert.Contains("line 1: the columns must be", Assert.Throws<InvalidDataException>(() => PublishedPointReader.Read(new StringReader("a,b\n" + Line))).Message, StringComparison.Ordinal);

    private static IReadOnlyList<PublishedPoint> Read(string lines) => PublishedPointReader.Read(new StringReader(PublishedPointReader.Header + "\n" + lines));
}
