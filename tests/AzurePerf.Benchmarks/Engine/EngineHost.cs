using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Control;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using AzurePerf.TaskManager;
using AzurePerf.Worker;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>One host of the engine inside this process: the services and loops of the real one, with its own connections and its own count of requests.</summary>
internal sealed class EngineHost : IAsyncDisposable
{
    private readonly ServiceProvider _services;
    private readonly IHostedService[] _loops;

    private EngineHost(ServiceCollection services, ControlRequests requests)
    {
        Requests = requests;
        _services = services.BuildServiceProvider();
        _loops = [.. _services.GetServices<IHostedService>()];
    }

    /// <summary>What it has sent.</summary>
    public ControlRequests Requests { get; }

    /// <summary>Its control plane.</summary>
    public IServiceProvider Services => _services;

    /// <summary>The loop of a TaskManager; a host of another kind has none.</summary>
    public TaskManagerService Loop => _loops.OfType<TaskManagerService>().Single();

    /// <param name="connect">Opens its control account.</param>
    /// <param name="settings">Its own settings and the pace.</param>
    /// <param name="time">Its clock; null for that of the machine.</param>
    public static EngineHost TaskManager(Func<ControlRequests, ControlPlane> connect, EngineSettings settings, TimeProvider? time = null)
    {
        var (services, requests) = Common("taskmanager", connect, settings, time);
        services.AddSingleton(settings.TaskManager);
        services.AddTaskManager();
        return new(services, requests);
    }

    public static EngineHost BagWorker(Func<ControlRequests, ControlPlane> connect, EngineSettings settings)
    {
        var (services, requests) = Common("worker", connect, settings);
        settings.WorkerServices?.Invoke(services);
        services.TryAddSingleton(new WorkerOptions { HostId = "bench", Pool = WorkerPool.Bag, BagSlots = settings.Slots });
        services.AddSingleton(StorageAccounts.Read([new(StorageAccounts.ControlVariable, "UseDevelopmentStorage=true")], needsTarget: false));
        services.AddWorker();
        return new(services, requests);
    }

    /// <summary>Ends when the host itself says that it leaves.</summary>
    public Task LeavesAsync(CancellationToken cancellationToken)
    {
        var leaves = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping.Register(leaves.SetResult);
        return leaves.Task.WaitAsync(cancellationToken);
    }

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        foreach (var loop in _loops)
        {
            await loop.StartAsync(cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var loop in _loops.Reverse())
        {
            await loop.StopAsync(CancellationToken.None);
        }

        await _services.DisposeAsync();
    }

    private static (ServiceCollection Services, ControlRequests Requests) Common(
        string name, Func<ControlRequests, ControlPlane> connect, EngineSettings settings, TimeProvider? time = null)
    {
        var requests = new ControlRequests();
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddSingleton(time ?? TimeProvider.System);
        services.AddSingleton<IIdSource, RandomIdSource>();
        services.AddSingleton(new HostIdentity(name, "bench"));
        services.AddSingleton<IHostApplicationLifetime, EndlessLifetime>();
        services.AddSingleton(settings.Engine);
        services.AddSingleton(requests);
        services.AddSingleton(connect(requests));
        services.AddControlStores();
        return (services, requests);
    }
}
