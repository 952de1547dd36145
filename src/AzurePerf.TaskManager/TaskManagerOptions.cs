using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Runs;

namespace AzurePerf.TaskManager;

/// <summary>Settings of the TaskManager, section <c>TaskManager</c>.</summary>
public sealed class TaskManagerOptions
{
    /// <summary>
    /// How long a point may take until it is measured, and how long a prepare or clean task may take while none of its kind has ended; then
    /// four times the mean counts. The measurement itself and tasks of bags have limits of their own from the plan.
    /// </summary>
    /// <value>1 s to 7 days; 2 h by default: the longest published preparation, filling a queue of 2 million messages, stays below
    /// it.</value>
    [Range(typeof(TimeSpan), "00:00:01", "7.00:00:00")]
    public TimeSpan TaskTimeLimit { get; init; } = TimeSpan.FromHours(2);

    /// <summary>
    /// How long the set-up of a run may go without any answer of its target before the run is given up; the same for cleaning up. Set-up
    /// that is answered has
    /// <see cref="TaskTimeLimit"/>.
    /// </summary>
    /// <value>10 s to 7 days; 5 min by default: longer than a failover of storage or a throttled account takes to answer again.</value>
    [Range(typeof(TimeSpan), "00:00:10", "7.00:00:00")]
    public TimeSpan SetUpLimit { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Where workers reach this process, to meet before they measure a point together.</summary>
    /// <value>An address such as http://taskmanager:8080; by default the one that this process listens on, which serves workers on the same
    /// machine.</value>
    [RegularExpression(
        "^$|^https?://[^/]+/?$", ErrorMessage = "TaskManager:BarrierAddress must be an address such as http://taskmanager:8080")]
    public string BarrierAddress { get; init; } = "";

    /// <summary>How often the register of resources is searched for what ended runs left behind.</summary>
    /// <value>1 min to 7 days; 1 h by default.</value>
    [Range(typeof(TimeSpan), "00:01:00", "7.00:00:00")]
    public TimeSpan JanitorInterval { get; init; } = TimeSpan.FromHours(1);

    /// <summary>How long a run waits for the workers that it needs before it is given up.</summary>
    /// <value>1 s to 7 days; 1 h by default: workers that scale from zero take minutes, a pool without quota takes for ever.</value>
    [Range(typeof(TimeSpan), "00:00:01", "7.00:00:00")]
    public TimeSpan WorkerWaitLimit { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Slots that the bag pool can have when it is scaled out fully: twice as many messages are kept out, so that no worker waits
    /// for the next one.</summary>
    /// <value>1 to 10,000; 80 by default, ten workers of eight slots.</value>
    [Range(1, 10_000)]
    public int MostBagSlots { get; init; } = 80;

    /// <summary>Tasks of a bag that share a message, at most: short ones do, so that each costs fewer requests.</summary>
    /// <value>1 to 32; 32 by default. 1 gives each task a message of its own.</value>
    [Range(1, BundleSize.Most)]
    public int TasksPerMessage { get; init; } = BundleSize.Most;

    /// <summary>By which rule executions of bags are stopped that take too long: four times the mean, or where a new one is cheaper by the
    /// durations seen. Measured points always have the limit of the paper.</summary>
    /// <value>paper or adaptive; paper by default.</value>
    [RegularExpression("^(paper|adaptive)$", ErrorMessage = "TaskManager:BagLimit must be paper or adaptive")]
    public string BagLimit { get; init; } = "paper";

    /// <summary>True has the answering worker of a point between two workers taken from the pool peer; false takes both from the pool
    /// measure, whose workers must reach each other.</summary>
    /// <value>False by default; the deployment in the cloud says true.</value>
    public bool PeerPool { get; init; }

    /// <summary>How long the task rows of a run that has ended are kept.</summary>
    /// <value>1 min to 10 years; 7 days by default.</value>
    [Range(typeof(TimeSpan), "00:01:00", "3650.00:00:00")]
    public TimeSpan TaskRetention { get; init; } = TimeSpan.FromDays(7);

    /// <summary>How long its raw data are kept: histograms, samples, abnormal ends. Points and events stay.</summary>
    /// <value>1 min to 10 years; 90 days by default. Never shorter than <see cref="TaskRetention"/>.</value>
    [Range(typeof(TimeSpan), "00:01:00", "3650.00:00:00")]
    public TimeSpan DataRetention { get; init; } = TimeSpan.FromDays(90);

    /// <summary>How long products of images are kept after their last use, files of the source included. Without them they are made
    /// again.</summary>
    /// <value>1 day to 10 years; 30 days by default.</value>
    [Range(typeof(TimeSpan), "1.00:00:00", "3650.00:00:00")]
    public TimeSpan ProductRetention { get; init; } = TimeSpan.FromDays(30);

    internal bool IsAdaptive => BagLimit == "adaptive";

    internal RetentionClock Retention => new(TaskRetention, DataRetention > TaskRetention ? DataRetention : TaskRetention);
}
