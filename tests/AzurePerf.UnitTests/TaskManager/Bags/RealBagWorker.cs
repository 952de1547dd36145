using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Control;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Requests;
using AzurePerf.UnitTests.Worker;
using AzurePerf.Worker;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Tasks;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>The services of a real bag worker next to a TaskManager in memory. Its loop is the test's: it takes messages when the test says so, one task after the other.</summary>
internal sealed class RealBagWorker : IAsyncDisposable
{
    private const int MessagesAtOnce = 32;

    private readonly TaskManagerUnderTest _engine;
    private readonly FakeLifetime _lifetime = new();
    private readonly DirectoryInfo _sources = Directory.CreateTempSubdirectory("azureperf-sources-");
    private readonly ServiceProvider _services;
    private TimeSpan _beatAt;

    private RealBagWorker(TaskManagerUnderTest engine, IReadOnlyDictionary<string, string?> faults, Action<ServiceCollection>? more)
    {
        _engine = engine;
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddSingleton<TimeProvider>(engine.Time);
        services.AddSingleton<IIdSource>(new SeededIdSource(2));
        services.AddSingleton(engine.Control.AsControlPlane());
        services.AddControlStores();
        services.AddSingleton<ControlRequests>();
        services.AddSingleton(new EngineOptions { Heartbeat = TaskManagerUnderTest.Heartbeat });
        services.AddSingleton(new WorkerOptions { HostId = "host2", Pool = WorkerPool.Bag, Faults = new(faults), SourceDirectory = _sources.FullName });
        services.AddSingleton(new HostIdentity("worker", "test"));
        services.AddSingleton(StorageAccounts.Read(
            [
                new("AZUREPERF_CONTROL", "UseDevelopmentStorage=true"),
                new("AZUREPERF_TARGET", "DefaultEndpointsProtocol=https;AccountName=measured;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net"),
            ]));
        services.AddSingleton<IHostApplicationLifetime>(_lifetime);
        more?.Invoke(services);
        services.AddWorker();
        _services = services.BuildServiceProvider();
    }

    /// <summary>True when it has begun to leave.</summary>
    public bool Leaves => _services.GetRequiredService<WorkerShutdown>().Draining;

    /// <summary>Executions that it began.</summary>
    public int Executions { get; private set; }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>One that works after each round of the TaskManager.</summary>
    /// <param name="engine">The TaskManager.</param>
    /// <param name="faults">Its setting <c>Worker:Faults</c>.</param>
    /// <param name="more">What it has beside its own services; null for nothing.</param>
    public static async Task<RealBagWorker> HireAsync(
        TaskManagerUnderTest engine, IReadOnlyDictionary<string, string?>? faults = null, Action<ServiceCollection>? more = null)
    {
        var worker = new RealBagWorker(engine, faults ?? new Dictionary<string, string?>(), more);
        await worker._services.GetRequiredService<WorkerPresence>().AppearAsync(Cancelled);
        worker._services.GetRequiredService<Availability>().Allow(true);
        engine.AfterRound = worker.WorkAsync;
        return worker;
    }

    /// <summary>Claims what the first message of several tasks leads to, and then does nothing more; how many tasks that were.</summary>
    public async Task<int> ClaimOneAsync() => (await ClaimSharedAsync()).Tasks.Count;

    /// <summary>Claims what the first message of several tasks leads to and executes it; the tasks as they were claimed.</summary>
    /// <param name="afterClaim">Called before the first of them begins.</param>
    public async Task<IReadOnlyList<BenchmarkTask>> ExecuteOneAsync(Action afterClaim)
    {
        await BeatAsync();
        var (tasks, message) = await ClaimSharedAsync();
        afterClaim();
        await _services.GetRequiredService<BundleProcessor>().RunAsync(tasks, message, Cancelled);
        return tasks;
    }

    /// <summary>Gets all messages, and claims what the first of several tasks leads to after something else has happened.</summary>
    /// <param name="between">Is told that message.</param>
    public async Task<IReadOnlyList<BenchmarkTask>> ClaimAfterAsync(Func<ReceivedMessage, Task> between)
    {
        var receiver = _services.GetRequiredService<TaskReceiver>();
        var message = (await receiver.GetAsync(MessagesAtOnce, Cancelled)).First(message => MessageText.ReadTask(message.Text) is { With: not null });
        await between(message);
        return await receiver.TryClaimAsync(message, Cancelled);
    }

    private async Task<(IReadOnlyList<BenchmarkTask> Tasks, ReceivedMessage Message)> ClaimSharedAsync()
    {
        var receiver = _services.GetRequiredService<TaskReceiver>();
        foreach (var message in await receiver.GetAsync(MessagesAtOnce, Cancelled))
        {
            if (await receiver.TryClaimAsync(message, Cancelled) is { Count: > 1 } tasks)
            {
                return (tasks, message);
            }
        }

        throw new Xunit.Sdk.XunitException("no message leads to several tasks");
    }

    public async ValueTask DisposeAsync()
    {
        await _services.DisposeAsync();
        _lifetime.Dispose();
        _sources.Delete(recursive: true);
    }

    /// <summary>Beats, and executes all that is there to be taken.</summary>
    private async Task WorkAsync()
    {
        await BeatAsync();
        var (receiver, processor) = (_services.GetRequiredService<TaskReceiver>(), _services.GetRequiredService<TaskProcessor>());
        var bundles = _services.GetRequiredService<BundleProcessor>();
        while (await receiver.GetAsync(MessagesAtOnce, Cancelled) is { Count: > 0 } messages)
        {
            foreach (var message in messages)
            {
                if (_engine.Time.Elapsed - _beatAt >= TaskManagerUnderTest.Heartbeat)
                {
                    await BeatAsync();
                }

                var claimed = await receiver.TryClaimAsync(message, Cancelled);
                Executions += claimed.Count;
                await (claimed switch
                {
                    [] => Task.CompletedTask,
                    [{ IsBundled: false } task] => processor.RunAsync(task, message, Cancelled),
                    _ => bundles.RunAsync(claimed, message, Cancelled),
                });
            }
        }
    }

    private async Task BeatAsync()
    {
        _beatAt = _engine.Time.Elapsed;
        var deadline = _services.GetRequiredService<HeartbeatDeadline>();
        deadline.Renew(deadline.Now);
        Assert.True(await _services.GetRequiredService<WorkerPresence>().BeatAsync(Cancelled));
    }
}
