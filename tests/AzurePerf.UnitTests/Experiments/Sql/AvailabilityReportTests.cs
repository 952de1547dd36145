using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;
using AzurePerf.Testing.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Sql;

public sealed class AvailabilityReportTests
{
    private static readonly ExperimentDefinition Definition = SqlAvailabilityOptions.Definition;

    [Fact]
    public void Slow_repetitions_are_counted_by_type_and_repetitions_without_an_answer_in_a_row()
    {
        double?[] means = [.. Enumerable.Repeat<double?>(10, 94), 15, 16, 25, null, null, 10];

        var section = Of([.. means.Select(mean => Repetition(mean, 7))]);

        Assert.Equal(
            ["all 98 100 10.0 3.06 1.02 2.50", "Trade-Status 98 100 10.0 3.06 1.02 2.50", "Market-Watch 98 100 20.0 3.06 1.02 2.50"],
            section.Tables[0].Rows.Select(row => string.Join(' ', row.Select(cell => cell.Text))));
        Assert.Equal(
            [
                "of 196 means of one type in one repetition, 3.06 % are slow and 1.02 % very slow; published: below 1.60 %, and 0.300 % (Hill et al. 2010, section 6.3)",
                "2 repetitions had no answer, at most 2 in a row",
                "the first answers of 98 repetitions are the same",
            ],
            section.Notes);
    }

    [Fact]
    public void Repetitions_without_an_answer_on_both_sides_of_a_gap_are_not_in_a_row()
    {
        PointResult[] repetitions = [.. new double?[] { 10, null, null, null, 10, null, null }.Select(mean => Repetition(mean, 7))];

        var section = Assert.Single(Definition.Sections!(new(
            new(Definition, []), [new(new JsonObject(), new SqlAvailabilityOptions(), repetitions) { Numbers = [1, 2, 3, 7, 8, 9, 10] }])));

        Assert.Contains("5 repetitions had no answer, at most 2 in a row", section.Notes);
    }

    [Fact]
    public void A_repetition_that_found_something_else_is_counted()
    {
        var section = Of(Repetition(10, 7), Repetition(10, 8), Repetition(10, 7));

        Assert.Contains("every repetition that counts had an answer", section.Notes);
        Assert.Contains("1 of 3 checksums differ from the first: the database did not tell the same", section.Notes);
    }

    [Fact]
    public void Without_a_checksum_nothing_is_said_to_be_the_same() =>
        Assert.Contains("no repetition got so far that its first answers could be compared", Of(Repetition(10, null)).Notes);

    [Theory]
    [InlineData(TransactionMix.Standard, 1, "mix")]
    [InlineData(TransactionMix.TradeUpdate, 1, "mix")]
    [InlineData(TransactionMix.TradeOrder, 1, "mix")]
    [InlineData(TransactionMix.ReadOnly, 2, "clients")]
    public void What_would_not_find_the_same_again_is_refused(TransactionMix mix, int clients, string parameter) =>
        Assert.Equal(parameter, Assert.Single(new SqlAvailabilityOptions { Mix = mix, Clients = clients }.Faults()).Parameter);

    private static ReportSection Of(params PointResult[] repetitions) => Assert.Single(Definition.Sections!(new(
        new(Definition, []), [new(new JsonObject(), new SqlAvailabilityOptions(), repetitions)])));

    /// <param name="milliseconds">Mean time of a transaction; of a Market-Watch twice as much. Null when none succeeded.</param>
    /// <param name="checksum">Of the first answers; null when they were not all there.</param>
    private static PointResult Repetition(double? milliseconds, double? checksum)
    {
        var result = MadeUpResult.Of(1, 100, 0, 40);
        var latency = result.Operations!.Latency;
        return result with
        {
            Operations = result.Operations with { Latency = latency with { MeanNanoseconds = milliseconds * 1e6 } },
            OperationTypes = [Type("Trade-Status", milliseconds), Type("Market-Watch", 2 * milliseconds)],
            Values = milliseconds is not null && checksum is { } sum ? [new(SqlAvailabilityOptions.Checksum, "", sum)] : [],
        };

        OperationTypeSummary Type(string name, double? mean) => new()
        {
            Name = name,
            Operations = 20,
            Outcomes = new() { [mean is null ? OperationOutcome.ConnectionRefused : OperationOutcome.Ok] = 20 },
            OperationsPerSecond = result.Operations!.OperationsPerSecond,
            Latency = latency with { MeanNanoseconds = mean * 1e6 },
        };
    }
}
