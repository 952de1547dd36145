using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class FirstOperationTests
{
    [Fact]
    public void The_first_operation_is_held_against_the_median_of_the_later_ones()
    {
        var figure = FirstOperation.Of([Moved(0, 9, 10, 100), Moved(0, 0, 2, 100), Moved(0, 2, 3, 100), Moved(0, 3, 5, 100)])!;

        Assert.Equal((50e9, 100e9, 3, true), (figure.FirstPerSecond, figure.LaterPerSecond, figure.LaterOperations, figure.MovesBytes));
        Assert.Equal((1.0, 0.5), (figure.Gain, figure.Penalty));
    }

    [Fact]
    public void Rates_of_several_clients_are_added_up_and_the_fewest_later_operations_counted()
    {
        var figure = FirstOperation.Of([Moved(0, 0, 2, 100), Moved(0, 2, 3, 100), Moved(1, 0, 4, 100), Moved(1, 4, 5, 100), Moved(1, 5, 6, 100)])!;

        Assert.Equal((75e9, 200e9, 1), (figure.FirstPerSecond, figure.LaterPerSecond, figure.LaterOperations));
    }

    [Fact]
    public void Operations_without_bytes_are_counted()
    {
        var figure = FirstOperation.Of([Moved(0, 0, 4_000_000_000, 0), Moved(0, 4_000_000_000, 6_000_000_000, 0)])!;

        Assert.Equal((0.25, 0.5, false), (figure.FirstPerSecond, figure.LaterPerSecond, figure.MovesBytes));
    }

    [Fact]
    public void A_failed_first_operation_or_one_that_stands_alone_gives_no_figure()
    {
        Assert.Null(FirstOperation.Of([]));
        Assert.Null(FirstOperation.Of([Moved(0, 0, 2, 100)]));
        Assert.Null(FirstOperation.Of([Moved(0, 0, 2, 0) with { Outcome = OperationOutcome.Harness }, Moved(0, 2, 3, 100)]));
        Assert.Null(FirstOperation.Of([Moved(0, 0, 2, 100), Moved(0, 2, 3, 0) with { Outcome = OperationOutcome.Harness }]));
    }

    [Fact]
    public void Words_say_both_rates_and_the_gain_or_the_loss()
    {
        Assert.Equal("first operation 120 MB/s, later ones 150 MB/s: 25.0 % more", FirstOperationText.Of([new(120e6, 150e6, 1, true)]));
        Assert.Equal("first operation 200 ops/s, later ones 100 ops/s: 50.0 % less", FirstOperationText.Of([new(200, 100, 1, false)]));
    }

    private static Sample Moved(int client, long start, long end, long bytes) => new(client, start, start, end, bytes, OperationOutcome.Ok, 0);
}
