using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results.Published;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Published;

public sealed partial class PublishedPointsTests
{
    private const string Line = "hill-2010,fig 1,blob.download,aggregate,128,clients,393.4,MB/s,maximum,,";

    /// <summary>Experiments that others did and the catalogue does not have.</summary>
    private static readonly string[] NotHere =
    [
        "compute.sigma", "cost.core", "deploy.time", "modis.failures", "modis.timeouts",
        "stage.external", "stage.internal",
        "vm.failure", "vm.lag", "vm.lifecycle", "vm.package", "vm.sizes", "xfer.parallel",
    ];

    /// <summary>Blogs have no sections, and of one sentence of a paper it is known only that it is there.</summary>
    private static readonly string[] WithoutSections = ["gillen-2010", "kirsanov-2017"];

    [Fact]
    public void Every_published_point_is_of_an_experiment_here_or_of_one_that_is_known_to_be_missing()
    {
        var experiments = PublishedPoints.All.Select(point => point.Experiment).Distinct().ToArray();

        Assert.Equal(421, PublishedPoints.All.Count);
        Assert.Empty(experiments.Where(id => Shipped.Experiments.Find(id) is null).Except(NotHere));
        Assert.DoesNotContain(NotHere, id => Shipped.Experiments.Find(id) is not null || !experiments.Contains(id));
    }

    [Fact]
    public void Every_published_point_of_an_experiment_here_is_compared_or_says_why_not_and_none_does_both()
    {
        var here = PublishedPoints.All.Where(point => Shipped.Experiments.Find(point.Experiment) is not null).ToArray();

        Assert.DoesNotContain(here, point => PublishedFigures.Read(point) is null == (point.NotCompared.Length == 0));
        Assert.DoesNotContain(PublishedPoints.All.Except(here), point => point.NotCompared.Length > 0);
        Assert.Equal(
            ["compute.intervals", "modis.pipeline", "queue.length", "queue.peek", "rpc.throughput", "sql.availability", "sql.scale", "sql.single", "tcp.bandwidth", "tcp.intervals"],
            here.Where(point => point.NotCompared.Length > 0).Select(point => point.Experiment).Distinct().Order());
    }

    [Fact]
    public void Every_published_point_of_a_paper_names_its_section_table_or_figure()
    {
        var nowhere = PublishedPoints.All
            .Where(point => !WithoutSections.Contains(point.Source) && !Place().IsMatch(point.Reference))
            .Select(point => (point.Source, point.Experiment, point.Value));

        Assert.Equal([("hill-2011", "queue.peek", 3_392.0)], nowhere);
        Assert.DoesNotContain(PublishedPoints.All, point => !WithoutSections.Contains(point.Source) && !Place().IsMatch(point.Reference) && point.NotCompared.Length == 0);
    }

    [Theory]
    [InlineData("hill-2010", "sql.single", "outside to cloud over LAN", "text 5.1")]
    [InlineData("hill-2010", "blob.download", "loss per doubling", "text 6.1")]
    [InlineData("hill-2010", "sql.scale", "cloud throughput peak", "text 6.3")]
    [InlineData("hill-2010", "sql.scale", "cloud, rise of mean time", "text 6.3")]
    [InlineData("hill-2010", "sql.availability", "points at 1.5x the baseline or more", "text 6.3")]
    [InlineData("hill-2010", "insert.ratio", "time of one insert: entity", "text 3.2")]
    [InlineData("hill-2010", "tcp.bandwidth", "time of one transfer of 2 GB", "text 4.2")]
    [InlineData("hill-2010", "sql.scale", "LAN clients that are slowed like", "text 5.2")]
    [InlineData("hill-2011", "modis.pipeline", "sub-tasks", "introduction")]
    [InlineData("tudoran-2012", "vm.sizes", "extra large", "table 1")]
    public void A_figure_names_the_place_that_states_it(string source, string experiment, string series, string reference) => Assert.Equal(
        [reference],
        PublishedPoints.All.Where(point => (point.Source, point.Experiment, point.Series) == (source, experiment, series)).Select(point => point.Reference).Distinct());

    [Fact]
    public void The_page_about_the_data_set_names_the_experiments_that_are_not_here_and_no_text_calls_a_study_re_run_of_which_none_is()
    {
        var page = File.ReadAllText(RepositoryFolder.PathOf("docs/published.md"));
        var line = page.Split('\n').Single(text => text.StartsWith("- `experiment`: ", StringComparison.Ordinal));
        var here = PublishedPoints.All.Where(point => Shipped.Experiments.Find(point.Experiment) is not null).Select(point => point.Source);

        Assert.DoesNotContain(NotHere, id => !line.Contains($"`{id}`", StringComparison.Ordinal));
        // Those of Hill et al. are one study.
        Assert.Equal(["hill-2010", "hill-2011", "kirsanov-2017", "tudoran-2012"], here.Distinct().Order());
        Assert.Contains("re-runs experiments of three published studies", File.ReadAllText(RepositoryFolder.PathOf("README.md")), StringComparison.Ordinal);
    }

    [Fact]
    public void A_figure_that_nobody_stated_is_called_derived_and_says_from_what()
    {
        var derived = PublishedPoints.All.Where(point => point.Statistic == "derived").ToArray();

        Assert.Equal([3.07, 1.48, 2.31, 0.0899, 0.0086, 0.0985, 0.135], derived.Select(point => point.Value));
        Assert.DoesNotContain(derived, point => point.Note.Length == 0);
        Assert.DoesNotContain(PublishedPoints.All.Except(derived), point => point.Statistic.Contains("derived", StringComparison.Ordinal) || point.Note.Contains("derived", StringComparison.Ordinal) || point.Note.Contains("no number", StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_about_the_data_set_counts_its_figures()
    {
        var page = File.ReadAllText(RepositoryFolder.PathOf("docs/published.md"));

        Assert.Contains(FormattableString.Invariant($"holds {PublishedPoints.All.Count} figures"), page, StringComparison.Ordinal);
        GeneratedBlock.Check("docs/published.md", "not-compared", NotCompared());
    }

    [Fact]
    public void Every_level_of_a_comparable_figure_is_one_that_the_experiment_can_be_told()
    {
        foreach (var figure in Shipped.Experiments.All.SelectMany(definition => PublishedFigures.Of(definition.Id)))
        {
            foreach (var (factor, level) in figure.Levels)
            {
                var parameter = Shipped.Experiments.Find(figure.Point.Experiment)!.FindParameter(factor);
                Assert.True(parameter is { Factor: true } && IsLevel(parameter, JsonNode.Parse(level)!), $"{figure.Point.Experiment} {factor} {level}");
            }
        }
    }

    private static string NotCompared()
    {
        var lines = PublishedPoints.All.Select(point => point.Experiment).Distinct()
            .SelectMany(experiment => PublishedText.NotCompared(experiment).Select(text => $"- `{experiment}` {text}\n"));
        return string.Concat(lines);
    }

    private static bool IsLevel(ParameterDefinition parameter, JsonNode level) => parameter.Kind == ParameterKind.Choice
        ? parameter.Choices.Contains(level.GetValue<string>())
        : level.GetValue<long>() >= parameter.Minimum && level.GetValue<long>() <= parameter.Maximum;

    [Theory]
    [InlineData("disk.mark", """{"test":"rnd4KQ32T1","direction":"write","fileBytes":1}""", PublishedMetric.MegabytesPerSecondBestOfThree, "17.57 4.1 2.1 4")]
    [InlineData("disk.mark", """{"test":"seq1MQ8T1","direction":"write"}""", PublishedMetric.MegabytesPerSecondBestOfThree, "")]
    [InlineData("disk.warm", """{"direction":"read"}""", PublishedMetric.FirstOperationPenalty, "0.2 0.25")]
    [InlineData("queue.peek", """{"messageBytes":512,"clients":128}""", PublishedMetric.OperationsPerSecond, "3878")]
    [InlineData("queue.peek", """{"messageBytes":512,"clients":128}""", PublishedMetric.ClientsFinished, "")]
    [InlineData("blob.upload", """{"blobBytes":1,"clients":192}""", PublishedMetric.MegabytesPerSecond, "124.25")]
    [InlineData("table.insert", """{"entityBytes":65536,"clients":192}""", PublishedMetric.ClientsFinished, "89")]
    [InlineData("table.insert", """{"clients":192}""", PublishedMetric.ClientsFinished, "")]
    [InlineData("insert.ratio", """{"service":"blob","objectBytes":4096,"clients":8}""", PublishedMetric.MillisecondsPerOperation, "40 60")]
    [InlineData("insert.ratio", """{"service":"table","objectBytes":4096,"clients":8}""", PublishedMetric.MillisecondsPerOperation, "")]
    [InlineData("queue.length", """{"operation":"add","queueLength":2000000}""", PublishedMetric.RateOverShorterQueue, "1")]
    [InlineData("queue.length", """{"operation":"add","queueLength":200000}""", PublishedMetric.RateOverShorterQueue, "")]
    [InlineData("no.experiment", """{"clients":192}""", PublishedMetric.ClientsFinished, "")]
    public void A_figure_is_found_by_experiment_levels_and_metric(string experiment, string levels, PublishedMetric metric, string values) => Assert.Equal(
        values,
        string.Join(' ', PublishedFigures.Find(experiment, JsonNode.Parse(levels)!.AsObject(), metric).Select(figure => FormattableString.Invariant($"{figure.Point.Value}"))));

    [Fact]
    public void A_quoted_cell_may_have_commas_and_quotes()
    {
        var point = Assert.Single(Read("hill-2010,fig 1,blob.download,\"a, \"\"b\"\"\",,,-1e3,MB/s,mean,\"c,d\",e"));

        Assert.Equal(("a, \"b\"", "", -1_000.0, "c,d", "e"), (point.Series, point.X, point.Value, point.Note, point.NotCompared));
    }

    [Theory]
    [InlineData("hill-2010,fig 1,blob.download,aggregate", "line 2: it must have 11 cells and has 4")]
    [InlineData("hill-2010,fig 1,blob.download,aggregate,128,clients,many,MB/s,maximum,,", "line 2: value 'many' is not a number")]
    [InlineData("hill-2010,fig 1,blob.download,aggregate,128,clients,NaN,MB/s,maximum,,", "line 2: value 'NaN' is not a number")]
    [InlineData("hill-2010,fig 1,,aggregate,128,clients,1,MB/s,maximum,,", "line 2: experiment is empty")]
    [InlineData("somebody,fig 1,blob.download,aggregate,128,clients,1,MB/s,maximum,,", "line 2: source 'somebody' has no citation")]
    [InlineData("hill-2010,fig 1,blob.download,aggregate,128,,1,MB/s,maximum,,", "line 2: x and x_unit must both be there")]
    [InlineData("hill-2010,fig 1,blob.download,\"aggregate,128,clients,1,MB/s,maximum,", "line 2: a quoted cell does not end")]
    [InlineData(Line + "\n" + "hill-2010,fig 1,blob.download,aggregate,128,clients,400,MB/s,maximum,again,", "line 3: it has another number")]
    public void A_line_that_makes_no_sense_is_refused_with_its_number(string lines, string reason) =>
        Assert.Contains(reason, Assert.Throws<InvalidDataException>(() => Read(lines)).Message, StringComparison.Ordinal);

    [Fact]
    public void Other_columns_are_refused() =>
        Assert.Contains("line 1: the columns must be", Assert.Throws<InvalidDataException>(() => PublishedPointReader.Read(new StringReader("a,b\n" + Line))).Message, StringComparison.Ordinal);

    private static IReadOnlyList<PublishedPoint> Read(string lines) => PublishedPointReader.Read(new StringReader(PublishedPointReader.Header + "\n" + lines));

    [GeneratedRegex("^((figs?|tables?|text) [0-9][0-9.-]*|introduction)$")]
    private static partial Regex Place();
}
