using AzurePerf.Core.Workers;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.Testing.Storage;

namespace AzurePerf.ProcessTests.Deployment;

/// <summary>With AZUREPERF_FAULTS_HEARTBEAT=20 it counts at the real pace, for four minutes.</summary>
public sealed class IdleRequestsTests(Emulators emulators, ITestOutputHelper output)
{
    /// <summary>In the night long enough for what is asked three times a minute.</summary>
    private static readonly int Heartbeats = Night.Size(usually: 12, atNight: 60);

    /// <summary>As often as by default, in heartbeats.</summary>
    private static readonly TimeSpan IdlePause = 0.25 * FaultSettings.Heartbeat;

    /// <summary>A worker looks often at first, whatever its heartbeat.</summary>
    private static readonly TimeSpan Settling = FaultSettings.Times.Sweep + TimeSpan.FromSeconds(5);

    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(1);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Each_idle_host_asks_as_often_as_the_page_on_costs_says_and_for_nothing_else()
    {
        await using var proxy = await ThrottlingProxy.StartAsync((await emulators.StartedAsync()).Control, Cancelled);
        await using var hosts = new IdleHosts(proxy);
        await hosts.AddAsync(emulators, "TaskManager", of => of.StartTaskManager(), IdleRequests.OfTaskManager(FaultSettings.Times));
        await hosts.AddAsync(emulators, "portal", of => of.StartWeb(), IdleRequests.OfWeb);
        foreach (var pool in new[] { WorkerPool.Measure, WorkerPool.Bag })
        {
            var settings = new Dictionary<string, string> { ["Worker:LongestIdlePause"] = IdlePause.ToString("c") };
            await hosts.AddAsync(emulators, $"{pool} worker", of => of.StartWorker(pool, pool, settings: settings), IdleRequests.OfWorker(pool, FaultSettings.Times, IdlePause));
        }

        await hosts.ReadyAsync(StartLimit, Cancelled);
        using var over = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var probing = hosts.ProbeAsync(over.Token);
        await Task.Delay(Settling, TimeProvider.System, Cancelled);
        var (before, began) = (hosts.Counted(), TimeProvider.System.GetTimestamp());
        await Task.Delay(Heartbeats * FaultSettings.Heartbeat, TimeProvider.System, Cancelled);
        var (after, took) = (hosts.Counted(), TimeProvider.System.GetElapsedTime(began));
        await over.CancelAsync();
        await probing.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.OnlyOnCanceled, TaskScheduler.Default);

        output.WriteLine(FormattableString.Invariant($"in {took.TotalSeconds:0.0} s:"));
        var expected = hosts.Bounds(took);
        Assert.All(after.Keys.Union(expected.Keys), key => Compare(key.Host, key.Part, after.GetValueOrDefault(key) - before.GetValueOrDefault(key), expected.GetValueOrDefault(key)));
    }

    private void Compare(string host, string part, int counted, (int Fewest, int Most) bounds)
    {
        if (counted + bounds.Most > 0)
        {
            output.WriteLine(FormattableString.Invariant($"{host,-16} {part,-16} {counted,5} counted {bounds.Fewest,5} to {bounds.Most} expected"));
        }

        Assert.True(counted >= bounds.Fewest && counted <= bounds.Most, $"{host}, {part}: {counted} requests, and {bounds.Fewest} to {bounds.Most} were expected");
    }
}
