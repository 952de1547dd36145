using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class ScalabilityTests
{
    /// <summary>Of figure 8 of Hill et al. 2010: a peak at 30 clients, and 64 that do what 10.88 do alone.</summary>
    private static readonly ScalabilityLaw Hill = new(1, 0.006875, 0.0011035);

    private static readonly int[] Levels = [1, 2, 4, 8, 16, 32, 64];

    [Theory]
    [InlineData(8, 7.21)]
    [InlineData(16, 11.70)]
    [InlineData(30, 13.89)]
    [InlineData(50, 12.38)]
    [InlineData(64, 10.88)]
    public void The_law_of_the_published_curve_goes_through_its_points(int clients, double ideal) => Assert.Equal(ideal, Hill.At(clients), 0.01);

    [Fact]
    public void What_follows_a_law_gives_it_back_and_its_peak()
    {
        var fit = Fit(Hill with { Rate = 23 }, repetitions: 3, noise: 0, seed: 1);

        Assert.Equal(0.006875, fit.Law.Sigma, 0.006875 / 100);
        Assert.Equal(0.0011035, fit.Law.Kappa, 0.0011035 / 100);
        Assert.Equal(23, fit.Law.Rate, 0.1);
        Assert.Equal(30, fit.Law.Peak!.Value, 0.1);
        Assert.Equal(1, fit.RSquared, 1e-6);
    }

    [Theory]
    [InlineData(0, 0, null)]
    [InlineData(0.05, 0, null)]
    [InlineData(0, 0.002, 22.36)]
    public void A_cost_that_is_not_there_is_fitted_as_none(double sigma, double kappa, double? peak)
    {
        var fit = Fit(new(100, sigma, kappa), repetitions: 3, noise: 0, seed: 1);

        Assert.Equal(sigma, fit.Law.Sigma, 1e-6);
        Assert.Equal(kappa, fit.Law.Kappa, 1e-8);
        Assert.Equal(peak, fit.Law.Peak is { } found && found < 1_000 ? Math.Round(found, 2) : null);
    }

    [Theory]
    [InlineData(0.2, 0.001, 28.28)]
    [InlineData(0.2, 3, 1.0)]
    [InlineData(1, 0, 1.0)]
    [InlineData(1, 0.01, 1.0)]
    [InlineData(1.4, 0, 1.0)]
    [InlineData(1.4, 0.01, 1.0)]
    [InlineData(0.99, 0, null)]
    public void A_law_is_highest_where_no_other_number_of_clients_has_more(double sigma, double kappa, double? peak)
    {
        var law = new ScalabilityLaw(7, sigma, kappa);

        Assert.Equal(peak, law.Peak is { } found ? Math.Round(found, 2) : null);
        Assert.All(Enumerable.Range(1, 200), clients => Assert.True(law.At(clients) <= law.At(peak ?? 200) * 1.000_001));
        Assert.Equal((sigma, kappa) is (1, 0), law.IsLevel(1, 64));
    }

    [Fact]
    public void A_throughput_that_falls_from_two_clients_on_has_the_law_that_comes_closest()
    {
        double[] clients = [2, 4, 8, 16, 32, 64, 128];
        double[] rates = [66.97, 28.22, 13.34, 6.27, 3.07, 1.59, 0.80];

        var law = ScalabilityLaw.Fit(clients, rates, [.. rates.Select(rate => 1 / (rate * rate))]);

        // Python: the least squares by brute force are 0.00211, at a rate of 267.
        Assert.InRange(clients.Zip(rates, (n, rate) => Math.Pow((rate - law.At(n)) / rate, 2)).Sum(), 0, 0.00213);
        Assert.InRange(law.Rate, 200, 350);
    }

    [Fact]
    public void A_law_that_comes_back_to_where_it_began_is_not_level() => Assert.False(new ScalabilityLaw(1, 0, 1 / 64.0).IsLevel(1, 64));

    [Theory]
    [InlineData(1, false)]
    [InlineData(5, false)]
    [InlineData(6, true)]
    public void Fewer_than_six_repetitions_give_no_interval(int repetitions, bool any)
    {
        var fit = Fit(Hill, repetitions, noise: 0.01, seed: 1);

        Assert.Equal((any, any, any), (fit.Sigma is not null, fit.Kappa is not null, fit.Peak is not null));
    }

    [Fact]
    public void The_interval_of_the_peak_has_it_in_nineteen_of_twenty_runs_or_nearly_so()
    {
        var runs = Night.Size(usually: 25, atNight: 200);
        var covered = Enumerable.Range(1, runs).Count(seed => Fit(Hill, repetitions: 10, noise: 0.05, seed).Peak is { } peak && peak.Contains(30.0));

        Assert.InRange(covered / (double)runs, Trials.Least(0.95, runs, atNight: 0.88), 1);
    }

    [Fact]
    public void A_single_repetition_weighs_less_than_ten_that_scatter()
    {
        var law = new ScalabilityLaw(100, 0.02, 0.0005);
        var random = new Random(1);
        var fit = ScalabilityFit.Of(
            [
                .. Levels.Select(clients => (clients, (IReadOnlyList<double>)(clients == 2
                    ? [law.At(2) * 1.25]
                    : [.. Enumerable.Range(0, 10).Select(_ => law.At(clients) * (1 + (0.1 * Normal(random))))]))),
            ],
            seed: 1);

        Assert.Equal(law.Peak!.Value, fit.Law.Peak!.Value, 5.0);
        Assert.Equal(law.Rate, fit.Law.Rate, 5.0);
    }

    [Fact]
    public void What_follows_no_law_is_seen_by_the_share_that_it_explains()
    {
        double[] jagged = [10, 40, 15, 60, 20, 70, 10];

        Assert.True(ScalabilityFit.Of([.. Levels.Zip(jagged, (clients, rate) => (clients, (IReadOnlyList<double>)[rate]))], 1).RSquared < ScalabilityFit.LeastRSquared);
        Assert.Throws<ArgumentException>(() => ScalabilityFit.Of([(1, [1.0]), (2, [2.0]), (4, [3.0]), (8, [4.0]), (16, [5.0])], 1));
    }

    private static ScalabilityFit Fit(ScalabilityLaw law, int repetitions, double noise, int seed)
    {
        var random = new Random(seed);
        return ScalabilityFit.Of(
            [.. Levels.Select(clients => (clients, (IReadOnlyList<double>)[.. Enumerable.Range(0, repetitions).Select(_ => law.At(clients) * (1 + (noise * Normal(random))))]))],
            seed);
    }

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
