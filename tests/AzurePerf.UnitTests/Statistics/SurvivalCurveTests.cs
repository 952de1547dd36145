using AzurePerf.Core.Statistics;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class SurvivalCurveTests
{
    // R: survival::aml, x == "Maintained"
    private static readonly CensoredDuration[] Maintained =
    [
        new(9, false), new(13, false), new(13, true), new(18, false), new(23, false), new(28, true),
        new(31, false), new(34, false), new(45, true), new(48, false), new(161, true),
    ];

    // R: summary(survfit(Surv(time, status) ~ 1, data = aml[aml$x == "Maintained", ], conf.type = "log-log"))
    [Theory]
    [InlineData(0, 9, 11, 0.90909090909090906, 0.08667841720414475, 0.508080205769929738, 0.98667382266782311)]
    [InlineData(1, 13, 10, 0.81818181818181812, 0.11629129983033294, 0.447428614682181425, 0.95116222858249166)]
    [InlineData(2, 18, 8, 0.71590909090909083, 0.13966497055722782, 0.350190385907938384, 0.89902397419105340)]
    [InlineData(4, 31, 5, 0.49090909090909085, 0.16419326722113581, 0.167330909776850806, 0.75339979037081128)]
    [InlineData(6, 48, 2, 0.18409090909090908, 0.15349274578629368, 0.011738480123189602, 0.52501484272664145)]
    public void Its_steps_are_those_of_R(int index, double time, int atRisk, double share, double error, double low, double high)
    {
        var curve = SurvivalCurve.Of(Maintained);
        var step = curve.Steps[index];

        Assert.Equal(7, curve.Steps.Count);
        Assert.Equal((time, atRisk, 1), (step.Time, step.AtRisk, step.Ended));
        Assert.Equal(share, step.Share, 1e-12);
        Assert.Equal(error, step.StandardError, 1e-12);
        Assert.Equal(low, step.Interval!.Value.Low, 1e-9);
        Assert.Equal(high, step.Interval!.Value.High, 1e-9);
    }

    // R: quantile(fit, c(0.25, 0.5, 0.75))$quantile
    [Theory]
    [InlineData(0.25, 18)]
    [InlineData(0.5, 31)]
    [InlineData(0.75, 48)]
    public void Its_quantiles_are_those_of_R(double share, double time) => Assert.Equal(time, SurvivalCurve.Of(Maintained).Quantile(share));

    [Fact]
    public void A_quantile_that_was_not_reached_is_unknown() => Assert.Null(SurvivalCurve.Of(Maintained).Quantile(0.9));

    [Fact]
    public void When_nothing_was_seen_to_end_it_has_no_steps() => Assert.Empty(SurvivalCurve.Of([new(5, true), new(6, true)]).Steps);

    [Fact]
    public void Where_nothing_lasts_longer_there_is_no_interval()
    {
        var last = SurvivalCurve.Of([new(1, false), new(2, false)]).Steps[^1];

        Assert.Equal((0, 0, null), (last.Share, last.StandardError, last.Interval));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    public void What_is_no_duration_is_refused(double value) => Assert.Throws<ArgumentException>(() => SurvivalCurve.Of([new(value, false)]));

    [Fact]
    public void Without_censoring_it_is_the_share_of_longer_values_whatever_their_order() => SeededProperty.Holds(
        SampleGenerators.Values(1, 30),
        values =>
        {
            var curve = SurvivalCurve.Of([.. SampleGenerators.Shuffled(values).Select(value => new CensoredDuration(value, false))]);
            return values.All(value => Math.Abs(ShareBeyond(curve, value) - (values.Count(other => other > value) / (double)values.Length)) < 1e-9);
        });

    [Fact]
    public void It_finds_the_median_that_dropping_the_time_outs_would_hide()
    {
        // Exponential with mean 10: median 6.93; a third is cut off at 11.
        var random = new Random(41);
        CensoredDuration[] seen = [.. Enumerable.Range(0, 20_000)
            .Select(_ => -10 * Math.Log(1 - random.NextDouble()))
            .Select(value => new CensoredDuration(Math.Min(value, 11), value > 11))];

        Assert.Equal(6.93, SurvivalCurve.Of(seen).Quantile(0.5)!.Value, 0.3);
        Assert.True(SurvivalCurve.Of([.. seen.Where(duration => !duration.Censored)]).Quantile(0.5) < 5);
    }

    private static double ShareBeyond(SurvivalCurve curve, double time) => curve.Steps.LastOrDefault(step => step.Time <= time)?.Share ?? 1;
}
