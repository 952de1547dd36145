using AzurePerf.Core.Criteria;
using AzurePerf.UnitTests.Statistics;
using MathNet.Numerics.Distributions;
using Xunit;

namespace AzurePerf.UnitTests.Criteria;

/// <summary>A limit at the true value is called missed or met in at most 5 % of the runs, one beside it wrongly in at most 5 %, and one far from it is decided.</summary>
public sealed class CriteriaTrialTests(ITestOutputHelper output)
{
    private static readonly int Seeds = Trials.Count(usually: 250, atNight: 1_000);

    [Theory]
    [InlineData(6, 0.1)]
    [InlineData(10, 0.1)]
    [InlineData(10, 0.5)]
    [InlineData(30, 0.3)]
    public void A_latency_at_its_limit_is_seldom_decided(int repetitions, double spread)
    {
        var (met, missed) = Latency(repetitions, spread, truth: 50);

        Report($"p95 at its limit, {repetitions} repetitions, spread {spread}", met, missed);
        Assert.True(met + missed <= Trials.Most(0.05, Seeds));
    }

    [Theory]
    [InlineData(6, 50.5)]
    [InlineData(10, 50.5)]
    [InlineData(10, 49.5)]
    [InlineData(30, 52)]
    public void A_latency_next_to_its_limit_is_seldom_decided_wrongly(int repetitions, double truth)
    {
        var (met, missed) = Latency(repetitions, 0.3, truth);

        Report($"p95 of {truth} ms, {repetitions} repetitions", met, missed);
        Assert.True((truth > 50 ? met : missed) <= Trials.Most(0.05, Seeds));
    }

    [Theory]
    [InlineData(6, 75, 0.99)]
    [InlineData(6, 30, 0.99)]
    [InlineData(10, 60, 0.9)]
    [InlineData(10, 41, 0.9)]
    public void A_latency_far_from_its_limit_is_decided(int repetitions, double truth, double power)
    {
        var (met, missed) = Latency(repetitions, 0.1, truth);

        Report($"p95 of {truth} ms, {repetitions} repetitions", met, missed);
        Assert.True((truth > 50 ? missed : met) >= Trials.Least(power, Seeds));
    }

    [Theory]
    [InlineData(6, 100, 0.01, 0)]
    [InlineData(6, 1_000, 0.01, 0)]
    [InlineData(6, 1_000, 0.01, 0.3)]
    [InlineData(10, 240, 0.01, 0.6)]
    [InlineData(10, 1_000, 0.01, 0.3)]
    [InlineData(10, 1_000, 0.05, 0.6)]
    [InlineData(30, 1_000, 0.01, 0.6)]
    [InlineData(6, 1_000, 0.01, 0.6, 5)]
    [InlineData(6, 1_000, 0.01, 0.3, 10)]
    [InlineData(10, 1_000, 0.05, 0.6, 10)]
    public void Failures_at_their_limit_are_seldom_decided_also_where_they_come_together_or_one_repetition_has_most_operations(
        int repetitions, int operations, double share, double variation, int timesAsMany = 1)
    {
        var (met, missed) = Failures(repetitions, operations, share, variation, share, timesAsMany);

        Report($"{share:P0} failures of {repetitions} times {operations} operations, varying by {variation}", met, missed);
        Assert.True(met + missed <= Trials.Most(0.05, Seeds));
    }

    [Theory]
    [InlineData(10, 240, 0.05, 0, 0.99)]
    [InlineData(10, 240, 0.001, 0, 0.9)]
    [InlineData(10, 1_000, 0.05, 0.5, 0.95)]
    [InlineData(6, 1_000, 0.001, 0, 0.99)]
    public void Failures_far_from_their_limit_are_decided(int repetitions, int operations, double share, double variation, double power)
    {
        var (met, missed) = Failures(repetitions, operations, share, variation, limit: 0.01);

        Report($"{share:P1} failures of {repetitions} times {operations} operations, varying by {variation}", met, missed);
        Assert.True((share > 0.01 ? missed : met) >= Trials.Least(power, Seeds));
    }

    private static (double Met, double Missed) Latency(int repetitions, double spread, double truth) =>
        Shares(random => CriteriaRuns.Of(CriteriaRuns.P95,
            (1, [.. Enumerable.Range(0, repetitions).Select(_ => truth * Math.Exp(spread * Normal.Sample(random, 0, 1)))])).Judge());

    /// <summary>The share of each repetition is drawn from a gamma distribution with this coefficient of variation.</summary>
    private static (double Met, double Missed) Failures(int repetitions, int operations, double share, double variation, double limit, int timesAsMany = 1) => Shares(random =>
    {
        var shape = 1 / (variation * variation);
        return CriteriaRuns.Failing(
            [string.Create(System.Globalization.CultureInfo.InvariantCulture, $"errors>{100 * limit}%")],
            [
                .. Enumerable.Range(0, repetitions)
                    .Select(index => (Share: variation == 0 ? share : Math.Min(1, Gamma.Sample(random, shape, shape / share)), Operations: index == 0 ? timesAsMany * operations : operations))
                    .Select(own => ((long)Binomial.Sample(random, own.Share, own.Operations), (long)own.Operations)),
            ]).Judge();
    });

    private static (double Met, double Missed) Shares(Func<Random, CriteriaReport> judge)
    {
        var verdicts = Enumerable.Range(1, Seeds).AsParallel().Select(trial => judge(Trials.RandomOf(trial)).Verdict).CountBy(verdict => verdict).ToDictionary();
        return (verdicts.GetValueOrDefault(CriteriaVerdict.Met) / (double)Seeds, verdicts.GetValueOrDefault(CriteriaVerdict.Missed) / (double)Seeds);
    }

    private void Report(string what, double met, double missed) => output.WriteLine($"{what}: met {met:P1}, missed {missed:P1}");
}
