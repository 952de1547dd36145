using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Workers;

/// <summary>How long a program waits for its sandbox. The figures are in docs/sandbox.md; here only what no machine should exceed.</summary>
public sealed class LaunchTimeTests
{
    private static readonly int Launches = Night.Size(usually: 7, atNight: 20);

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_launcher_that_is_ready_starts_a_program_at_once(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        var ready = new List<double>();
        var cold = new List<double>();
        var inside = new List<double>();
        for (var i = 0; i < Launches; i++)
        {
            var began = TimeProvider.System.GetTimestamp();
            await using var guard = await SandboxGuard.StartAsync(room.Command, TestContext.Current.CancellationToken);
            var handedOver = TimeProvider.System.GetTimestamp();
            var result = await guard.RunAsync(room.Request("/bin/true", SandboxRoom.Limits), TestContext.Current.CancellationToken);
            ready.Add(TimeProvider.System.GetElapsedTime(handedOver).TotalMilliseconds);
            cold.Add(TimeProvider.System.GetElapsedTime(began).TotalMilliseconds);
            inside.Add(result.WallTime.TotalMilliseconds);
            Assert.True(result.Succeeded, result.Sentence);
        }

        ready.Sort();
        cold.Sort();
        inside.Sort();
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"from hand-over {ready[Launches / 2]:F1} ms ({ready[0]:F1} to {ready[^1]:F1}), of it in the guard {inside[Launches / 2]:F1} ms, cold {cold[Launches / 2]:F1} ms ({cold[0]:F1} to {cold[^1]:F1})");
        Assert.InRange(ready[Launches / 2], 0, 500);
    }
}
