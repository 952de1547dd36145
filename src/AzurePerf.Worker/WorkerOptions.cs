using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Worker.Bags;
using AzurePerf.Worker.Peers;

namespace AzurePerf.Worker;

/// <summary>Settings of a worker, section <c>Worker</c>.</summary>
public sealed class WorkerOptions
{
    private const string LastingTemporaryFiles = "/var/tmp";

    /// <summary>The machine this worker runs on; workers with the same one never measure at the same time.</summary>
    /// <value>Letters, digits, dots and hyphens; the machine's name by default.</value>
    [RegularExpression("^[A-Za-z0-9.-]{1,100}$", ErrorMessage = "Worker:HostId must be 1 to 100 letters, digits, dots and hyphens")]
    public string HostId { get; init; } = Environment.MachineName;

    /// <summary>The kind of machine this worker runs on, such as a size of virtual machines: durations of different kinds are never
    /// compared.</summary>
    /// <value>1 to 100 letters, digits, dots, hyphens and underscores; local by default.</value>
    [RegularExpression(
        "^[A-Za-z0-9._-]{1,100}$", ErrorMessage = "Worker:Sku must be 1 to 100 letters, digits, dots, hyphens and underscores")]
    public string Sku { get; init; } = BenchmarkTask.LocalSku;

    /// <summary>What the network of this machine carries in each direction, as it is sold: a point that moves 85 % of it or more is limited
    /// by the machine.</summary>
    /// <value>1,000 to 10^12 bytes per second; none by default, because no machine tells it.</value>
    [Range(1e3, 1e12)]
    public double? NetworkBytesPerSecond { get; init; }

    /// <summary>
    /// What this worker executes: one point at a time and nothing else, several independent tasks at once, or answering the worker that
    /// measures the network between them, where workers of one pool cannot reach each other.
    /// </summary>
    /// <value>measure, bag or peer; measure by default.</value>
    [RegularExpression("^(measure|bag|peer)$", ErrorMessage = "Worker:Pool must be measure, bag or peer")]
    public string Pool { get; init; } = WorkerPool.Measure;

    /// <summary>Tasks that a bag worker executes at once; a measure worker always has one slot.</summary>
    /// <value>1 to 64; 8 by default.</value>
    [Range(1, 64)]
    public int BagSlots { get; init; } = 8;

    /// <summary>Tasks that this worker executes at once.</summary>
    public int Slots => Pool == WorkerPool.Bag ? BagSlots : 1;

    /// <summary>How long a worker that has been idle for long waits before it looks for a task again.</summary>
    /// <value>0.1 s to 60 s; 5 s by default: an empty look costs a request.</value>
    [Range(typeof(TimeSpan), "00:00:00.1", "00:01:00")]
    public TimeSpan LongestIdlePause { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long a member of a gang waits for the others, each time that it waits, before it gives its part of the point
    /// back.</summary>
    /// <value>10 s to 7 days; 30 min by default, because the others may have to be scaled up from zero first.</value>
    [Range(typeof(TimeSpan), "00:00:10", "7.00:00:00")]
    public TimeSpan BarrierLimit { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>Addresses of this machine, separated by commas, at which it listens while it answers another worker that measures the
    /// network between them.</summary>
    /// <value>IP addresses; by default all of the machine's, or the loopback address alone where TaskManager and workers are on one
    /// machine.</value>
    [PeerAddresses]
    public string PeerAddresses { get; init; } = "";

    /// <summary>The port at which it does, for a firewall to let through.</summary>
    /// <value>1 to 65535; 0, the default, takes any that is free.</value>
    [Range(0, 65_535)]
    public int PeerPort { get; init; }

    /// <summary>
    /// The name and port by which workers of the pool peer are reached, through a proxy of the environment. Those of the pool measure need
    /// it too: they resolve no other name.
    /// </summary>
    /// <value>Such as worker-peer:9000; none by default. The pool peer needs it, and <see cref="PeerPort"/>.</value>
    [PeerIngress]
    public string PeerIngress { get; init; } = "";

    /// <summary>How long a worker of the pool peer tries to reach itself by that name before it counts as unreachable; it goes on
    /// trying.</summary>
    /// <value>1 s to 30 min; 1 min by default, because a proxy takes a while to notice a new worker.</value>
    [Range(typeof(TimeSpan), "00:00:01", "00:30:00")]
    public TimeSpan PeerTrialLimit { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Folder on the disk that <c>disk.*</c> measures; its files have no names and are gone with the worker. No run can choose
    /// it.</summary>
    /// <value>A folder on a disk that takes O_DIRECT, made when it is missing; by default /var/tmp, which lies on a disk more often than
    /// /tmp does.</value>
    [MinLength(1)]
    public string DiskDirectory { get; init; } = Directory.Exists(LastingTemporaryFiles) ? LastingTemporaryFiles : Path.GetTempPath();

    /// <summary>Folder in which granules are kept that several tasks read; workers of one user of a machine may share it.</summary>
    /// <value>Made when it is missing; by default azureperf-sources with the user's name, in /var/tmp or in the folder for temporary
    /// files.</value>
    [MinLength(1)]
    public string SourceDirectory { get; init; } = UsualSourceDirectory;

    /// <summary>Where granules are kept unless somebody says another place: among the temporary files of all users.</summary>
    internal static string UsualSourceDirectory { get; } = Path.Combine(
        Directory.Exists(LastingTemporaryFiles) ? LastingTemporaryFiles : Path.GetTempPath(), $"azureperf-sources-{Environment.UserName}");

    /// <summary>How much is kept there; what was not read for longest goes first.</summary>
    /// <value>1 MiB to 1 TiB in bytes; 4 GiB by default.</value>
    [Range(1L << 20, 1L << 40)]
    public long SourceBytes { get; init; } = 4L << 30;

    /// <summary>
    /// Causes with which a bag worker ends executions on purpose, to test the engine and what is built on it: each with its rate. All that
    /// it executes is flagged.
    /// </summary>
    /// <value>Such as Worker:Faults:BlobReadFailed=0.02: names of <see cref="FailureCause"/> that work may name, rates from 0 to 1,
    /// together at most 1; none by default.</value>
    [FaultRates]
    public Dictionary<string, string?> Faults { get; init; } = [];

    /// <summary>What this worker injects.</summary>
    public InjectedFaults Injected => Pool == WorkerPool.Bag ? InjectedFaults.Read(Faults) : InjectedFaults.None;

    /// <summary>Folder of this machine in which a worker writes down every execution of a selftest.bag that it begins, one file per
    /// process; for tests of the engine.</summary>
    /// <value>An existing folder; empty by default, which writes nothing.</value>
    public string SelftestLedger { get; init; } = "";

    /// <summary>
    /// True puts a hidden message into the queue for a measure worker that has no task while others of its pool measure, so that whoever
    /// scales the pool by the number of messages ends none of them. Only where workers are ended that way, whichever: azureperf up ends
    /// idle ones only.
    /// </summary>
    /// <value>False by default; the deployment in the cloud says true.</value>
    public bool ScaleInGuard { get; init; }

    /// <summary>True ends a worker at start when one of its targets does not answer, or does not let it in; false only logs that, unless
    /// no target lets it in.</summary>
    public bool TargetsMustAnswer { get; init; }
}
