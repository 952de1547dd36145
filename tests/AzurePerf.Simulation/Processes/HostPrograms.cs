using AzurePerf.Core.Ids;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Catalogue;
using AzurePerf.Hosting.Control;
using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Simulation.Workloads;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Rights;
using AzurePerf.TaskManager;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Testing.Storage;
using AzurePerf.Worker;
using AzurePerf.Worker.Gangs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Targets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Simulation.Processes;

/// <summary>The real services of each host over a process's own view of the shared stores.</summary>
internal sealed class HostPrograms(
    Random random, Conditions conditions, SimulationScheduler scheduler, ControlAccount account, Adversary adversary, Ledger ledger, Workload workload, Trace trace)
{
    private static readonly StorageAccounts Accounts = StorageAccounts.Read(
    [
        new("AZUREPERF_CONTROL", "UseDevelopmentStorage=true"),
        new("AZUREPERF_TARGET", "DefaultEndpointsProtocol=https;AccountName=measured;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net"),
        new("AZUREPERF_TARGET_WEST", "DefaultEndpointsProtocol=https;AccountName=west;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net"),
    ]);

    private readonly BarrierNetwork _barriers = new(scheduler, adversary, account.Sabotage);

    /// <summary>Told of a service that failed: engine code that lets a fault of storage out, or that made one itself.</summary>
    public Action<SimulatedProcess, Exception> Failed { get; set; } = (_, _) => { };

    /// <summary>Told of each error that a process logs.</summary>
    public Action<SimulatedProcess, string> ErrorLogged { get; set; } = (_, _) => { };

    /// <summary>How executions go; null where chance decides.</summary>
    public Func<StageKind, Conduct>? Conducts { get; set; }

    /// <summary>The hosts by process, for whoever tells them to end.</summary>
    public Dictionary<SimulatedProcess, SimulatedHost> Hosts { get; } = [];

    /// <summary>Told of what happens to task messages.</summary>
    public MessageWatch? Watch { get; set; }

    /// <summary>Told of each TaskManager that is about to answer at its barrier.</summary>
    public Action<SimulatedProcess> BarrierAnswered
    {
        set => _barriers.Answered = value;
    }

    /// <summary>Starts the program of a process's role.</summary>
    public void Launch(SimulatedProcess process)
    {
        var host = new SimulatedHost(process, conditions.ShutdownTime, failure => Failed(process, failure));
        Hosts[process] = host;
        var services = Common(process, host);
        Action add = process.Role switch
        {
            Cluster.Web => () => services.AddSingleton<IHostedService>(provider => ActivatorUtilities.CreateInstance<WebScript>(provider, workload)),
            Cluster.TaskManager or Cluster.SecondTaskManager => () => AddTaskManager(services, process),
            _ => () => AddWorker(services, process),
        };
        add();
        host.Start(services.BuildServiceProvider);
    }

    private ServiceCollection Common(SimulatedProcess process, SimulatedHost host)
    {
        var services = new ServiceCollection();
        var logs = new TraceLogs(process, trace, ErrorLogged);
        services.AddSingleton<ILoggerFactory>(logs);
        services.AddSingleton(typeof(ILogger<>), typeof(Logger<>));
        services.AddSingleton<TimeProvider>(process.Clock);
        services.AddSingleton(account.Sabotage.IdsOf(process, new SeededIdSource(random.Next())));
        services.AddSingleton<IHostApplicationLifetime>(host);
        services.AddSingleton(ViewOf(process));
        services.AddSingleton<ControlRequests>();
        services.AddSingleton(new EngineOptions { Heartbeat = conditions.Times.Heartbeat });
        services.AddControlStores();
        services.AddExperiments([SamplePipeline.Definition]);
        return services;
    }

    private ControlPlane ViewOf(SimulatedProcess process)
    {
        var wire = new Wire(process, scheduler, adversary, trace);
        var stores = account.Stores;
        return CheckedRights.Of(HostOf(process.Role), new()
        {
            Rows = new ProcessRows(wire, account),
            RunRequests = Queue(stores.RunRequests, "request"),
            RunRequestPoison = Queue(stores.RunRequestPoison, "poison request"),
            MeasureTasks = TaskQueue(stores.MeasureTasks, "message"),
            MeasurePoison = Queue(stores.MeasurePoison, "poison message"),
            BagTasks = TaskQueue(stores.BagTasks, "bag message"),
            BagPoison = Queue(stores.BagPoison, "poison bag message"),
            PeerTasks = TaskQueue(stores.PeerTasks, "peer message"),
            PeerPoison = Queue(stores.PeerPoison, "poison peer message"),
            Results = new ProcessBlobs(wire, stores.Results, account.Sabotage),
            Products = new ProcessFiles(wire, stores.Products),
            Programs = new ProcessFiles(wire, stores.Programs),
        });

        ProcessQueue TaskQueue(InMemoryMessageQueue queue, string noun) => new(wire, queue, noun, adversary, Watch);

        ProcessQueue Queue(InMemoryMessageQueue queue, string noun) => new(wire, queue, noun, adversary, null);
    }

    private static ControlHost HostOf(string role) => role switch
    {
        Cluster.Web => ControlHost.Web,
        Cluster.TaskManager or Cluster.SecondTaskManager => ControlHost.TaskManager,
        _ => Cluster.OptionsOf(role).Pool == WorkerPool.Bag ? ControlHost.BagWorker : ControlHost.MeasureWorker,
    };

    private void AddTaskManager(ServiceCollection services, SimulatedProcess process)
    {
        services.AddSingleton(new TaskManagerOptions
        {
            TaskTimeLimit = conditions.TaskTimeLimit,
            MostBagSlots = 3,
            TasksPerMessage = conditions.TasksPerMessage,
            BagLimit = conditions.IsAdaptive ? "adaptive" : "paper",
            JanitorInterval = conditions.TaskRetention is null ? TimeSpan.FromMinutes(1) : 2 * conditions.Times.Sweep,
            BarrierAddress = BarrierNetwork.AddressOf(process),
            TaskRetention = conditions.TaskRetention ?? TimeSpan.FromDays(7),
            DataRetention = 3 * (conditions.TaskRetention ?? TimeSpan.FromDays(30)),
        });
        services.AddSingleton<IHostedService>(provider => ActivatorUtilities.CreateInstance<BarrierDoor>(provider, process, _barriers));
        services.AddTaskManager();
    }

    private void AddWorker(ServiceCollection services, SimulatedProcess process)
    {
        services.AddSingleton(Cluster.OptionsOf(process.Role));
        services.AddSingleton(new HostIdentity("worker", "build1"));
        services.AddSingleton(Accounts);
        services.AddSingleton<IBarrierConnection>(new ProcessBarrier(process, _barriers));
        services.AddWorker();
        foreach (var check in services.Where(service => service.ImplementationType == typeof(TargetCheck)).ToArray())
        {
            services.Remove(check);
        }

        services.AddSingleton<ProcessEnd>(reason => process.End(reason));
        services.RemoveAll<IStageExecution>();
        foreach (var (work, kind) in SimulatedStage.Works)
        {
            services.AddSingleton<IStageExecution>(provider =>
                ActivatorUtilities.CreateInstance<SimulatedStage>(provider, work, kind, new ConductChoice(random, conditions, adversary, Conducts), ledger, process));
        }
    }
}
