using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Arrivals;

public sealed class OverloadRuleTests(ITestOutputHelper output)
{
    private const long Second = 1_000_000_000;
    private const long End = 20 * Second;

    [Theory]
    [InlineData(950, OverloadCause.None)]
    [InlineData(949.9, OverloadCause.RateNotAchieved)]
    public void Less_than_95_percent_of_what_was_offered_is_overload(double achieved, OverloadCause cause) =>
        Assert.Equal(cause, OverloadRule.Judge(1_000, achieved, Lags(_ => 0), End, 1_000_000));

    [Theory]
    [InlineData(0.97, OverloadCause.BacklogGrew)]
    [InlineData(0.989, OverloadCause.BacklogGrew)]
    [InlineData(0.995, OverloadCause.BacklogGrew)]
    [InlineData(0.99997, OverloadCause.None)]
    [InlineData(1.5, OverloadCause.None)]
    public void A_server_that_does_a_little_less_than_arrives_shows_as_a_lag_that_grows(double capacityShare, OverloadCause cause) =>
        Assert.Equal(cause, OverloadRule.Judge(1_000, 1_000 * Math.Min(1, capacityShare), Lags(time => Math.Max(0, time * (1 - capacityShare))), End, 1_000_000));

    [Fact]
    public void A_backlog_that_grows_slowly_for_an_hour_is_one()
    {
        var lags = new LagTimeline();
        for (var index = 0; index < 360_000; index++)
        {
            lags.Add(index * 10_000_000L, (long)(index * 10_000_000L * 0.009));
        }

        Assert.Equal(OverloadCause.BacklogGrew, OverloadRule.Judge(100, 99.1, lags, 3_600 * Second, 1_000_000));
    }

    // M/D/1 and M/M/1 from empty: near its capacity the queue of random arrivals wanders far.
    [Theory]
    [InlineData(95, 10, 0.95, false, 0, 8)]
    [InlineData(19, 60, 0.95, true, 0, 8)]
    [InlineData(19, 60, 0.9, true, 0, 2)]
    [InlineData(95, 10, 0.8, false, 0, 0)]
    [InlineData(100, 600, 1.04, true, 195, 200)]
    public void Random_arrivals_are_a_backlog_only_where_more_arrive_than_leave(double rate, double seconds, double load, bool randomService, int least, int most) =>
        Assert.InRange(
            Enumerable.Range(1, 200).Count(seed => OverloadRule.Judge(
                rate, rate, Queue(new Random(seed), rate, seconds, load / rate, randomService), (long)(seconds * Second), (long)(load / rate * Second)) == OverloadCause.BacklogGrew),
            least, most);

    // What still waits when a client ends is dropped, as in a run. One server for each client.
    [Theory]
    [InlineData(5, 10, 1, 0.9, 0, 12)]
    [InlineData(30, 10, 1, 0.95, 0, 14)]
    [InlineData(50, 10, 1, 0.95, 0, 12)]
    [InlineData(100, 10, 8, 0.95, 0, 8)]
    [InlineData(500, 10, 1, 0.95, 0, 4)]
    [InlineData(5, 10, 1, 2, 160, 200)]
    [InlineData(50, 10, 1, 1.25, 180, 200)]
    [InlineData(100, 10, 8, 1.25, 180, 200)]
    [InlineData(5, 10, 1, 10, 200, 200)]
    public void What_an_ordinary_queue_leaves_at_the_end_of_few_arrivals_is_no_overload_and_more_is(double rate, double seconds, int clients, double load, int least, int most)
    {
        var overloaded = Enumerable.Range(1, 200).Count(seed =>
        {
            var random = Trials.RandomOf(seed);
            var (lags, due, ended) = (new LagTimeline(), 0, 0);
            for (var client = 0; client < clients; client++)
            {
                var free = 0.0;
                for (var at = Exponential(clients / rate); at < seconds; at += Exponential(clients / rate))
                {
                    due++;
                    if (Math.Max(at, free) is var start && start < seconds)
                    {
                        ended++;
                        free = start + Exponential(load * clients / rate);
                        lags.Add((long)(at * Second), (long)((start - at) * Second));
                    }
                }
            }

            return OverloadRule.Judge(
                due / seconds, ended / seconds, lags, (long)(seconds * Second), (long)(load * clients / rate * 0.69 * Second), clients) != OverloadCause.None;

            double Exponential(double mean) => -Math.Log(1 - random.NextDouble()) * mean;
        });

        output.WriteLine($"{rate}/s for {seconds} s, {clients} clients, load {load}: {overloaded} of 200");
        Assert.InRange(overloaded, least, most);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(9)]
    [InlineData(18.9)]
    public void A_stall_that_is_made_up_for_is_no_overload_wherever_it_is(double stallAt) =>
        Assert.Equal(OverloadCause.None, OverloadRule.Judge(1_000, 990, Lags(time => Math.Max(0, 1 - (2 * Math.Abs(time - stallAt)))), End, 1_000_000));

    [Theory]
    [InlineData(0.55, OverloadCause.None)]
    [InlineData(0.6, OverloadCause.BacklogGrew)]
    public void Points_too_short_for_six_parts_are_judged_by_their_rate_only(double seconds, OverloadCause cause) =>
        Assert.Equal(cause, OverloadRule.Judge(1_000, 1_000, Lags(time => time < seconds ? 0.03 * time : 0), (long)(seconds * Second), 1_000_000));

    [Fact]
    public void A_lag_shorter_than_an_operation_is_no_backlog() =>
        Assert.Equal(OverloadCause.None, OverloadRule.Judge(1_000, 1_000, Lags(time => 0.03 * time), End, medianServiceNanoseconds: Second));

    [Fact]
    public void Where_nothing_started_in_a_quarter_nothing_is_said_of_growth() =>
        Assert.Equal(OverloadCause.None, OverloadRule.Judge(1, 1, new(), End, null));

    [Fact]
    public void Lags_that_were_stored_and_merged_are_judged_alike()
    {
        var (even, odd) = (new LagTimeline(), new LagTimeline());
        for (var index = 0; index < 20_000; index++)
        {
            (index % 2 == 0 ? even : odd).Add(index * 1_000_000L, index * 30_000L);
        }

        odd.Add(200 * Second, 0);
        even.Merge(LagTimeline.Of(odd.ToBins()));

        Assert.Equal(200_000_000, even.ToBins().BinNanoseconds);
        Assert.Equal(20_001, even.ToBins().Starts.Sum());
        Assert.Equal(0.3 * Second, even.MeanBetween(0, End)!.Value, 0.001 * Second);
        Assert.Equal(OverloadCause.BacklogGrew, OverloadRule.Judge(1_000, 1_000, even, End, 1_000_000));
    }

    /// <summary>1,000 starts per second for 20 s.</summary>
    private static LagTimeline Lags(Func<double, double> secondsLateAt)
    {
        var lags = new LagTimeline();
        for (var index = 0; index < 20_000; index++)
        {
            lags.Add(index * 1_000_000L, (long)(secondsLateAt(index / 1_000.0) * Second));
        }

        return lags;
    }

    /// <summary>One server from empty, by Lindley's recursion.</summary>
    private static LagTimeline Queue(Random random, double rate, double seconds, double meanService, bool randomService)
    {
        var (lags, wait) = (new LagTimeline(), 0.0);
        for (var at = Exponential(1 / rate); at < seconds;)
        {
            lags.Add((long)(at * Second), (long)(wait * Second));
            var gap = Exponential(1 / rate);
            wait = Math.Max(0, wait + (randomService ? Exponential(meanService) : meanService) - gap);
            at += gap;
        }

        return lags;

        double Exponential(double mean) => -Math.Log(1 - random.NextDouble()) * mean;
    }
}
