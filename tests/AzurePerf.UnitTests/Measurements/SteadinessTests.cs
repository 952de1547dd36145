using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class SteadinessTests
{
    private const long Bin = 5_000_000;

    [Fact]
    public void An_even_rate_is_flat_from_its_start() => Assert.Equal(new(SteadyStateClass.Flat, 0), Of(10_000, _ => 4));

    [Fact]
    public void A_rate_that_rose_in_the_first_half_warmed_up_and_says_since_when()
    {
        var steadiness = Of(10_000, bin => bin < 600 ? 2 : 4);

        Assert.Equal(SteadyStateClass.WarmUp, steadiness.Class);
        // Within five bins of 85 ms: the one in which the change is counts to one side or the other, and the truncation knows only batches of five.
        Assert.InRange(steadiness.FromNanoseconds!.Value, 2.97e9, 3.43e9);
    }

    [Fact]
    public void A_rate_that_keeps_changing_to_the_end_is_not_steady() => Assert.Equal(SteadyStateClass.None, Of(10_000, bin => 1 + (bin / 200)).Class);

    [Theory]
    [InlineData(4_900)]
    [InlineData(500)]
    public void A_window_of_less_than_5_seconds_is_not_assessed(double milliseconds) => Assert.Equal(Steadiness.NotAssessed, Of(milliseconds, _ => 4));

    [Theory]
    [InlineData(5_020)]
    [InlineData(6_010)]
    [InlineData(6_060)]
    [InlineData(7_300)]
    [InlineData(19_000)]
    [InlineData(21_000)]
    [InlineData(3_000_000)]
    public void Any_longer_window_has_enough_bins_whatever_their_width_became(double milliseconds) => Assert.Equal(SteadyStateClass.Flat, Of(milliseconds, _ => 4).Class);

    [Fact]
    public void Fewer_operations_than_bins_are_not_assessed() => Assert.Equal(Steadiness.NotAssessed, Of(10_000, bin => bin % 40 == 0 ? 1 : 0));

    [Fact]
    public void Clients_that_come_late_or_leave_early_are_no_change_of_the_rate()
    {
        // The second client works from 10 s to 20 s only; the first, alone, is half as fast.
        var spans = ClientSpans.Of([Client(0, 0, 30_000), Client(1, 10_000, 20_000)]);

        Assert.Equal(new(SteadyStateClass.Flat, 10e9), Steadiness.Of(OverlapBins.Of(Count(30_000, bin => bin is >= 2_000 and < 4_000 ? 4 : 2), spans)));
    }

    [Fact]
    public void Without_bins_or_overlap_nothing_is_assessed()
    {
        Assert.Equal(Steadiness.NotAssessed, Steadiness.Of(OverlapBins.Of(null, ClientSpans.Of([Client(0, 0, 10_000)]))));
        Assert.Equal(Steadiness.NotAssessed, Steadiness.Of(OverlapBins.Of(Count(10_000, _ => 4), ClientSpans.Of([Client(0, 0, 4_000), Client(1, 5_000, 10_000)]))));
    }

    [Fact]
    public void A_point_without_a_steady_state_has_the_flag_and_a_steady_one_its_class()
    {
        var observed = Observed(Client(0, 0, 10_000, completed: 1_000));
        var restless = PointSummariser.Summarise(observed with { OperationBins = Count(10_000, bin => 1 + (bin / 200)) });
        var steady = PointSummariser.Summarise(observed with { OperationBins = Count(10_000, bin => bin < 600 ? 2 : 4) });

        Assert.Contains(PointFlag.NoSteadyState, restless.Flags);
        Assert.Null(restless.Operations!.SteadyFromSeconds);
        Assert.DoesNotContain(PointFlag.NoSteadyState, steady.Flags);
        Assert.Equal(SteadyStateClass.WarmUp, steady.Operations!.SteadyState);
        Assert.InRange(steady.Operations.SteadyFromSeconds!.Value, 2.97, 3.43);
        Assert.Contains(steady.Notes, note => note.StartsWith("throughput was steady from ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_step_late_in_the_window_is_named_with_its_time_and_both_rates()
    {
        var result = PointSummariser.Summarise(Observed(Client(0, 0, 30_000, completed: 28_200)) with { OperationBins = Count(30_000, bin => bin < 4_200 ? 5 : 4) });
        var summary = result.Operations!;

        Assert.Equal([new(PointFlag.NoSteadyState, "throughput changed at 21.0 s from 1,000/s to 800/s")], result.Reasons);
    }

    [Fact]
    public void A_rate_that_wanders_after_an_early_step_is_said_to_wander()
    {
        var result = PointSummariser.Summarise(Observed(Client(0, 0, 30_000, completed: 28_200)) with
        {
            // From 5 s on it goes from 7 % above its mean to 7 % below and back every 3 s.
            OperationBins = Count(30_000, bin => bin < 1_000 ? 50 : (bin - 1_000) / 600 % 2 == 0 ? 214 : 186),
        });

        Assert.StartsWith("throughput wandered about no level that could be told, after it had changed at 5.00 s from ", Assert.Single(result.Reasons).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_step_early_in_the_window_is_named_in_a_note()
    {
        var result = PointSummariser.Summarise(Observed(Client(0, 0, 30_000, completed: 28_200)) with { OperationBins = Count(30_000, bin => bin < 1_200 ? 4 : 5) });
        var summary = result.Operations!;

        Assert.Equal(SteadyStateClass.WarmUp, summary.SteadyState);
        Assert.Contains(result.Notes, note => note.EndsWith("before, it was lower (it changed at 6.00 s from 800/s to 1,000/s)", StringComparison.Ordinal));
    }

    private static Steadiness Of(double milliseconds, Func<int, long> operations) => Steadiness.Of(OverlapBins.Of(Count(milliseconds, operations), ClientSpans.Of([Client(0, 0, milliseconds)])));

    /// <summary>Operations in each 5 ms, in the bins that a series makes of them.</summary>
    private static OperationBins Count(double milliseconds, Func<int, long> operations)
    {
        var series = BinTimeline.OfOperations();
        for (var bin = 0; bin < milliseconds * 1e6 / Bin; bin++)
        {
            series.Add(bin * Bin, operations(bin));
        }

        return OperationBins.Of(series);
    }
}
