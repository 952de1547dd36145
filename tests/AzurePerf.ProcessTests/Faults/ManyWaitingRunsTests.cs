using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>
/// Runs that wait for the keys of one long point, or for workers, on an emulator. AZUREPERF_WAITING_RUNS=1000 lets so many wait, and AZUREPERF_FAULTS_HEARTBEAT=20 does it at the real pace: the
/// figures that it prints are then those of an installation.
/// </summary>
public sealed class ManyWaitingRunsTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Submitters = 8;

    /// <summary>Share by which two windows that agree may differ.</summary>
    private const double Steady = 0.1;

    /// <summary>Requests per second of a TaskManager for which a thousand runs wait and no worker is alive.</summary>
    private const double MostAtRealPace = 2;

    private static readonly TimeSpan RealHeartbeat = TimeSpan.FromSeconds(20);

    /// <summary>
    /// A worker is dead after three heartbeats without a change, and a pause of more than half a heartbeat between two reads starts that time anew. A busy machine may cause one pause of up to a
    /// heartbeat. A TaskManager that waiting runs keep from reading pauses again and again, and never finds the worker dead.
    /// </summary>
    private static readonly TimeSpan LongestDeath = (2 * FaultSettings.Times.Dead) + (2 * FaultSettings.Times.WorkerRead) + FaultSettings.Heartbeat;

    private static readonly TimeSpan BagLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Window = 6 * FaultSettings.Heartbeat;

    /// <summary>
    /// Requests per second that any number of waiting runs may cost together: the holders of keys are read once in two seconds, and each fifth of a heartbeat one sleeping run is
    /// looked at, for which there is room for two requests. At the real heartbeat of 20 s that is one request per second.
    /// </summary>
    private static readonly double MostForWaiting = 0.5 + (2 * 5 / FaultSettings.Heartbeat.TotalSeconds);

    /// <summary>The same where all wait for workers: four requests for a bag, and then nobody is looked at for three fifths of a heartbeat. Room for half as much again.</summary>
    private static readonly double MostForBags = 10 / FaultSettings.Heartbeat.TotalSeconds;

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3) + (30 * FaultSettings.Heartbeat);

    private static int Waiting => Night.Asked("AZUREPERF_WAITING_RUNS") ?? 60;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Runs_that_wait_cost_hardly_a_request_and_keep_nobody_else_waiting()
    {
        Night.OrSkip();
        await using var proxy = await ThrottlingProxy.StartAsync((await emulators.StartedAsync()).Control, Cancelled);
        await using var installation = await Installation.CreateAsync(emulators, proxy);
        installation.StartTaskManager();
        installation.StartWorker(WorkerPool.Measure, "measure-worker");
        var first = await installation.SubmitAsync(RunRequests.Points(1, 1, (int)TimeSpan.FromMinutes(30).TotalMilliseconds));
        await installation.UntilTasksAsync(first, StageKind.Measure, task => task.Status == BenchmarkTaskStatus.Running, Limit);
        var alone = await SteadyRequestsPerSecondAsync(proxy);

        await SubmitAsync(installation, () => RunRequests.Points(1, 1, 1_000));
        await UntilTakenAsync(installation);
        var crowded = await SteadyRequestsPerSecondAsync(proxy);
        var deathCrowded = await NoticeDeathAsync(installation, "bag-worker-1");
        installation.StartWorker(WorkerPool.Bag, "bag-worker-2");
        var bagBegan = await BeginBagAsync(installation);

        output.WriteLine(FormattableString.Invariant(
            $"{Waiting} waiting: {crowded:0.0} requests/s, {alone:0.0} without; a dead worker noticed after {deathCrowded.TotalSeconds:0.0} s; a bag began after {bagBegan.TotalSeconds:0.0} s"));
        Assert.InRange(crowded, 0, alone + MostForWaiting + (0.1 * alone));
        Assert.InRange(deathCrowded, TimeSpan.Zero, LongestDeath);
        Assert.InRange(bagBegan, TimeSpan.Zero, BagLimit);
        Assert.Equal(RunStatus.Running, (await installation.RunAsync(first)).Status);
    }

    [Fact]
    public async Task Runs_that_wait_for_workers_cost_hardly_a_request_while_none_is_alive()
    {
        await using var proxy = await ThrottlingProxy.StartAsync((await emulators.StartedAsync()).Control, Cancelled);
        await using var installation = await Installation.CreateAsync(emulators, proxy);
        installation.StartTaskManager();
        await UntilAsleepAsync(installation, [await installation.SubmitAsync(RunRequests.Bag(10, 10))]);
        var alone = await RequestsPerSecondAsync(proxy);

        await UntilAsleepAsync(installation, await SubmitAsync(installation, () => RunRequests.Bag(10, 10)));
        var crowded = await RequestsPerSecondAsync(proxy);

        output.WriteLine(FormattableString.Invariant($"{Waiting} waiting for workers: {crowded:0.00} requests/s, {alone:0.00} with one; {string.Join(", ", proxy.Passed)}"));
        Assert.InRange(crowded, 0, alone + MostForBags + (0.1 * alone));
        Assert.InRange(crowded, 0, MostAtRealPace * RealHeartbeat / FaultSettings.Heartbeat);
    }

    private static async Task<IReadOnlyCollection<string>> SubmitAsync(Installation installation, Func<JsonObject> request)
    {
        var runs = new ConcurrentBag<string>();
        await Parallel.ForEachAsync(
            Enumerable.Range(0, Waiting), new ParallelOptions { MaxDegreeOfParallelism = Submitters, CancellationToken = Cancelled },
            async (_, _) => runs.Add(await installation.SubmitAsync(request())));
        return runs;
    }

    /// <summary>Waits until the TaskManager has said of each run that it waits for a worker, and one sweep longer.</summary>
    private static async Task UntilAsleepAsync(Installation installation, IEnumerable<string> runs)
    {
        foreach (var run in runs)
        {
            await installation.UntilAsync(async () => (await installation.RunAsync(run)).Reason.StartsWith("waits for a bag worker", StringComparison.Ordinal) ? run : null, Limit);
        }

        await Task.Delay(FaultSettings.Times.Sweep, TimeProvider.System, Cancelled);
    }

    /// <summary>Waits until every message of a submission was taken, and one sweep longer.</summary>
    private static async Task UntilTakenAsync(Installation installation)
    {
        var queue = installation.Queue(ControlNames.RunRequestQueue);
        await installation.UntilAsync(async () => (await queue.GetPropertiesAsync(Cancelled)).Value.ApproximateMessagesCount == 0 ? "taken" : null, Limit);
        await Task.Delay(FaultSettings.Times.Sweep, TimeProvider.System, Cancelled);
    }

    /// <summary>What two windows one after the other agree on: a run that was just taken costs its first look, and a busy machine is late with those.</summary>
    private static async Task<double> SteadyRequestsPerSecondAsync(ThrottlingProxy proxy)
    {
        var began = TimeProvider.System.GetTimestamp();
        for (var (before, now) = (0.0, await RequestsPerSecondAsync(proxy)); ; before = now, now = await RequestsPerSecondAsync(proxy))
        {
            if (Math.Abs(now - before) <= Steady * before)
            {
                return now;
            }

            Assert.True(TimeProvider.System.GetElapsedTime(began) < Limit, FormattableString.Invariant($"the requests per second did not settle: {before:0.0}, then {now:0.0}"));
        }
    }

    private static async Task<double> RequestsPerSecondAsync(ThrottlingProxy proxy)
    {
        var (before, began) = (proxy.Passed.Values.Sum(), TimeProvider.System.GetTimestamp());
        await Task.Delay(Window, TimeProvider.System, Cancelled);
        return (proxy.Passed.Values.Sum() - before) / TimeProvider.System.GetElapsedTime(began).TotalSeconds;
    }

    /// <summary>Kills a worker and waits until its row is gone.</summary>
    private static async Task<TimeSpan> NoticeDeathAsync(Installation installation, string name)
    {
        var host = installation.StartWorker(WorkerPool.Bag, name);
        await installation.UntilAsync(async () => await IsListedAsync(installation) ? name : null, Limit);
        host.Kill(replaced: false);
        var began = TimeProvider.System.GetTimestamp();
        await installation.UntilAsync(async () => await IsListedAsync(installation) ? null : name, Limit);
        return TimeProvider.System.GetElapsedTime(began);
    }

    private static async Task<bool> IsListedAsync(Installation installation) =>
        await installation.Table(ControlNames.WorkersTable).QueryAsync<Azure.Data.Tables.TableEntity>($"PartitionKey eq '{WorkerPool.Bag}'", cancellationToken: Cancelled).AnyAsync(Cancelled);

    private static async Task<TimeSpan> BeginBagAsync(Installation installation)
    {
        var began = TimeProvider.System.GetTimestamp();
        var bag = await installation.SubmitAsync(RunRequests.Bag(10, 10));
        await installation.UntilAsync(async () => (await installation.RunAsync(bag)).Status != RunStatus.Accepted ? bag : null, Limit);
        return TimeProvider.System.GetElapsedTime(began);
    }
}
