using AzurePerf.Core.Trends;
using AzurePerf.UnitTests.Statistics;
using Xunit;
using static AzurePerf.UnitTests.Trends.TrendTests;

namespace AzurePerf.UnitTests.Trends;

/// <summary>What is promised of trends: no change where there is none, however alike neighbours are, and one where there is one.</summary>
public sealed class TrendTrialTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(0)]
    [InlineData(0.3)]
    [InlineData(0.6)]
    public void Steady_values_seldom_show_a_change_however_alike_neighbours_are(double lag1)
    {
        var shown = Trials.Share(200, random =>
        {
            var trend = Of(ReferenceSamples.Autocorrelated(random, 200, lag1).Select(value => 100 + (20 * value)));
            return trend.Changes.Count > 0 || trend.Drift is not null;
        });

        output.WriteLine($"lag-1 {lag1}: {shown:P1}");
        Assert.InRange(shown, 0, Trials.Bound(0.08, 0.12));
    }

    [Theory]
    [InlineData(60)]
    [InlineData(200)]
    public void Steady_values_that_are_skewed_seldom_show_a_change(int runs)
    {
        var shown = Trials.Share(200, random => Of(ReferenceSamples.Autocorrelated(random, runs, 0.6).Select(value => 100 * Math.Exp(0.5 * value))).Changes.Count > 0);

        output.WriteLine($"{runs} runs: {shown:P1}");
        Assert.InRange(shown, 0, Trials.Bound(0.09, 0.1));
    }

    [Theory]
    [InlineData(12, 3, 2)]
    [InlineData(60, 3, 1.3)]
    [InlineData(60, 30, 0.9)]
    public void Runs_of_another_level_at_the_end_are_called(int runs, int last, double factor)
    {
        var called = Trials.Share(200, random => Of(ReferenceSamples.Normal(random, runs, 1, 0.05).Select((value, day) => value * (day < runs - last ? 100 : 100 * factor))).Changes.Count > 0);

        output.WriteLine($"{last} of {runs} at {factor}: {called:P1}");
        Assert.InRange(called, Trials.Bound(0.88, 0.85), 1);
    }

    [Fact]
    public void A_fifth_less_in_the_middle_of_sixty_runs_is_called()
    {
        var called = Trials.Share(200, random => Of(ReferenceSamples.Normal(random, 60, 1, 0.05).Select((value, day) => value * (day < 30 ? 100 : 80))).Changes.Count > 0);

        output.WriteLine($"called: {called:P1}");
        Assert.InRange(called, Trials.Bound(0.9, 0.85), 1);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Twelve_runs_that_rise_from_653_to_4007_are_called_or_said_to_drift(bool evenly)
    {
        var told = Trials.Share(200, random => Of(ReferenceSamples.Normal(random, 12, 1, 0.05).Select((value, day) => value * Level(day))) is var trend && (trend.Changes.Count > 0 || trend.Drift is not null));

        output.WriteLine($"{(evenly ? "even steps" : "even factors")}: told in {told:P1}");
        Assert.InRange(told, Trials.Bound(0.95, 0.9), 1);
        var exact = Of(Enumerable.Range(0, 12).Select(Level));
        Assert.InRange(exact.Drift!.LastOverFirst, 4, 8);
        Assert.Contains("The values drift: they rise all the time, ", TrendText.Caption(exact), StringComparison.Ordinal);

        double Level(int day) => evenly ? 653 + ((4_007 - 653) * day / 11.0) : 653 * Math.Pow(4_007 / 653.0, day / 11.0);
    }
}
