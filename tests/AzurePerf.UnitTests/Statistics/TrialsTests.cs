using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class TrialsTests
{
    [Fact]
    public void The_numbers_of_a_trial_say_nothing_of_those_of_the_next_one()
    {
        double[] first = [.. Enumerable.Range(1, 201).Select(trial => Trials.RandomOf(trial).NextDouble())];

        // Of neighbouring seeds the first numbers differ by the same step each time, modulo 1.
        var steps = first.Skip(1).Zip(first, (next, one) => Math.Round((next - one + 1) % 1, 6)).Distinct().Count();

        Assert.InRange(steps, 190, 200);
        Assert.Equal(first[6], Trials.RandomOf(7).NextDouble());
    }
}
