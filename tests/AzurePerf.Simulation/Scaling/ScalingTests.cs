using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.Simulation.Scaling;

/// <summary>
/// Scaling as the platform does it, by real hosts in virtual time: any replica may be ended, also one with tasks. AZUREPERF_SCALING_TASKS=10000 asks for that many tasks of bags
/// instead of one wave, or in the night two.
/// </summary>
public sealed class ScalingTests(ITestOutputHelper output)
{
    private static readonly int LargeBag = Night.Size(usually: 200, atNight: 300);

    /// <summary>For what is about measurements.</summary>
    private const int SmallerBag = 30;
    private static readonly int TasksOfWave = LargeBag + (ScalingSimulation.SmallBags * ScalingSimulation.TasksOfSmallBag);

    private static int Waves => Night.Asked("AZUREPERF_SCALING_TASKS") is { } tasks ? (tasks / TasksOfWave) + 1 : Night.Size(usually: 1, atNight: 2);

    [Theory]
    [InlineData(1)]
    public void No_task_is_lost_or_done_twice_and_no_measurement_is_ended_however_replicas_are(int seed)
    {
        var outcome = Run(seed, Waves, LargeBag, careless: false);

        Assert.Equal("", outcome.Fault);
        Assert.Equal((Waves * TasksOfWave, Waves * TasksOfWave), (outcome.Tasks, outcome.Done));
        Assert.Equal(outcome.Done + outcome.Repeated, outcome.Executions);
        Assert.Equal(outcome.Points, outcome.PointsDone);
        Assert.Equal(0, outcome.Terminated.Measuring);
        Assert.Equal(0, outcome.Left);
        Assert.Equal(10, outcome.Most.Bag);
        Assert.InRange(outcome.Most.Measure, 4, 10);

        // Else it would show nothing.
        Assert.True(outcome.Terminated.WithBagTasks > 0 && outcome.Repeated > 0, $"{outcome}");
    }

    [Fact]
    public void Without_a_place_in_the_queue_a_worker_that_measures_is_ended() =>
        Assert.Contains(Enumerable.Range(1, 6), seed => Run(seed, waves: 1, SmallerBag, careless: true).Terminated.Measuring > 0);

    private ScalingOutcome Run(int seed, int waves, int largeBag, bool careless)
    {
        var began = TimeProvider.System.GetTimestamp();
        var outcome = new ScalingSimulation(seed, waves, largeBag, careless).Run();
        output.WriteLine(FormattableString.Invariant($"seed {seed}, {TimeProvider.System.GetElapsedTime(began).TotalSeconds:0.0} s: {outcome}"));
        return outcome;
    }
}
