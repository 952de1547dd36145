using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.UnitTests.Statistics;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Arrivals;

public sealed class ArrivalScheduleTests
{
    [Fact]
    public void Constant_arrivals_of_one_client_are_equally_far_from_each_other() =>
        Assert.Equal([0, 4_000_000, 8_000_000, 12_000_000], Take(new(ArrivalKind.Constant, 250, 0, 1, 7), 4));

    [Theory]
    [InlineData(ArrivalKind.Constant)]
    [InlineData(ArrivalKind.Poisson)]
    public void An_arrival_that_is_centuries_away_is_not_taken_for_none(ArrivalKind kind) => Assert.All(Enumerable.Range(0, 3), client =>
    {
        var schedule = new ArrivalSchedule(kind, 1e-12, client, 3, 7);
        schedule.Advance();

        Assert.InRange(schedule.NextNanoseconds, long.MaxValue / 8, long.MaxValue / 2);
    });

    [Theory]
    [InlineData(ArrivalKind.Constant, 3, 300)]
    [InlineData(ArrivalKind.Constant, 192, 10_000)]
    public void Constant_arrivals_of_all_clients_together_are_equally_far_from_each_other(ArrivalKind kind, int clients, double rate)
    {
        var all = Enumerable.Range(0, clients).SelectMany(client => Take(new(kind, rate, client, clients, 7), 20)).Order().ToArray();

        Assert.All(all.Zip(all.Skip(1), (one, next) => next - one), gap => Assert.InRange(gap, (1e9 / rate) - 1, (1e9 / rate) + 1));
    }

    [Theory]
    [InlineData(1UL, 0)]
    [InlineData(2UL, 0)]
    [InlineData(2UL, 17)]
    [InlineData(0xFFFF_FFFF_0000_0000UL, 191)]
    public void Gaps_of_random_arrivals_are_exponential(ulong seed, int client)
    {
        const int Count = 20_000;
        var gaps = Gaps(new(ArrivalKind.Poisson, 192 * 50, client, 192, seed), Count).Order().ToArray();

        // Kolmogorov and Smirnov: above 1.63 once in a hundred seeds if they are.
        var distance = gaps.Select((gap, index) =>
        {
            var expected = 1 - Math.Exp(-gap * 50 / 1e9);
            return Math.Max(Math.Abs(expected - (index / (double)Count)), Math.Abs(expected - ((index + 1) / (double)Count)));
        }).Max();
        Assert.InRange(distance * Math.Sqrt(Count), 0, 1.63);
        Assert.InRange(gaps.Average() * 50 / 1e9, 1 - (4 / Math.Sqrt(Count)), 1 + (4 / Math.Sqrt(Count)));
    }

    [Fact]
    public void A_gap_of_random_arrivals_tells_nothing_of_the_next_one()
    {
        var gaps = Gaps(new(ArrivalKind.Poisson, 50, 0, 1, 11), 20_000);

        Assert.InRange(Autocorrelation.Of(gaps).Lag1, -4 / Math.Sqrt(gaps.Length), 4 / Math.Sqrt(gaps.Length));
    }

    [Fact]
    public void Clients_and_seeds_have_arrivals_of_their_own_and_the_same_ones_every_time()
    {
        var once = Take(new(ArrivalKind.Poisson, 50, 3, 8, 11), 100);

        Assert.Equal(once, Take(new(ArrivalKind.Poisson, 50, 3, 8, 11), 100));
        Assert.Empty(once.Intersect(Take(new(ArrivalKind.Poisson, 50, 4, 8, 11), 100)));
        Assert.Empty(once.Intersect(Take(new(ArrivalKind.Poisson, 50, 3, 8, 12), 100)));
        Assert.Empty(once.Intersect(Take(new(ArrivalKind.Poisson, 50, 3, 8, 11UL << 32), 100)));
    }

    [Fact]
    public void All_clients_together_arrive_at_the_rate_and_never_go_back_in_time() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 192], Gen.Int[1, 20_000], Gen.OneOf(ArrivalKind.Constant, ArrivalKind.Poisson), (clients, rate, kind) => (clients, rate, kind)),
        load =>
        {
            const double Expected = 4_000;
            var window = Expected / load.rate * 1e9;
            var count = 0;
            for (var client = 0; client < load.clients; client++)
            {
                var schedule = new ArrivalSchedule(load.kind, load.rate, client, load.clients, 5);
                for (var before = -1L; schedule.NextNanoseconds < window; schedule.Advance(), count++)
                {
                    Assert.InRange(schedule.NextNanoseconds, before, long.MaxValue);
                    before = schedule.NextNanoseconds;
                }
            }

            return Math.Abs(count - Expected) <= (load.kind == ArrivalKind.Constant ? 1 : 5 * Math.Sqrt(Expected));
        });

    [Fact]
    public void What_went_by_took_its_number_over_the_rate()
    {
        var schedule = new ArrivalSchedule(ArrivalKind.Constant, 100, 3, 4, 7);
        Take(schedule, 50);

        Assert.Equal(50, schedule.Passed);
        Assert.Equal(2_000_000_000, schedule.PassedNanoseconds);
        Assert.Equal(2_030_000_000, schedule.NextNanoseconds);
    }

    [Theory]
    [InlineData(ArrivalKind.Constant, 0)]
    [InlineData(ArrivalKind.Poisson, -1)]
    [InlineData(ArrivalKind.Poisson, double.NaN)]
    [InlineData(ArrivalKind.Closed, 10)]
    public void Nothing_arrives_without_a_rate_or_in_a_closed_loop(ArrivalKind kind, double rate) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new ArrivalSchedule(kind, rate, 0, 1, 7));

    private static double[] Gaps(ArrivalSchedule schedule, int count)
    {
        var instants = Take(schedule, count);
        return [.. instants.Prepend(0).Zip(instants, (before, next) => (double)(next - before))];
    }

    private static long[] Take(ArrivalSchedule schedule, int count)
    {
        var instants = new long[count];
        for (var index = 0; index < count; index++)
        {
            instants[index] = schedule.NextNanoseconds;
            schedule.Advance();
        }

        return instants;
    }
}
