using AzurePerf.ProcessTests.Faults;
using AzurePerf.Testing.Storage;

namespace AzurePerf.ProcessTests.Deployment;

/// <summary>With AZUREPERF_FAULTS_HEARTBEAT=20 it counts at the real pace, for four minutes.</summary>
public sealed class IdleRequestsTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Heartbeats = 12;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_idle_TaskManager_asks_as_often_as_the_page_on_costs_says_and_for_nothing_else()
    {
        await using var proxy = await ThrottlingProxy.StartAsync((await emulators.StartedAsync()).Control, Cancelled);
        await using var installation = await Installation.CreateAsync(emulators, proxy);
        installation.StartTaskManager();
        await installation.UntilAsync(async () => await Task.FromResult(Counted().GetValueOrDefault("schedules") > 0 ? "leads" : null), TimeSpan.FromMinutes(1));
        await Task.Delay(FaultSettings.Times.Sweep, TimeProvider.System, Cancelled);

        var (before, began) = (Counted(), TimeProvider.System.GetTimestamp());
        await Task.Delay(Heartbeats * FaultSettings.Heartbeat, TimeProvider.System, Cancelled);
        var (after, took) = (Counted(), TimeProvider.System.GetElapsedTime(began));

        var expected = IdleRequests.OfTaskManager(FaultSettings.Times).ToDictionary(idle => idle.Part, idle => idle.In(took));
        output.WriteLine($"in {took.TotalSeconds:0.0} s:");
        foreach (var part in after.Keys.Union(expected.Keys).Order(StringComparer.Ordinal))
        {
            var counted = after.GetValueOrDefault(part) - before.GetValueOrDefault(part);
            var computed = expected.GetValueOrDefault(part);
            output.WriteLine(FormattableString.Invariant($"{part,-16} {counted,5} counted {computed,8:0.0} computed"));
            Assert.True(Math.Abs(counted - computed) <= 4 + (0.4 * computed), $"{part}: {counted} requests in {took.TotalSeconds:0.0} s, and {computed:0.0} were expected");
        }

        Dictionary<string, int> Counted() => proxy.Passed.Where(entry => entry.Key.StartsWith(installation.Prefix, StringComparison.Ordinal))
            .ToDictionary(entry => entry.Key[installation.Prefix.Length..].TrimStart('-'), entry => entry.Value);
    }
}
