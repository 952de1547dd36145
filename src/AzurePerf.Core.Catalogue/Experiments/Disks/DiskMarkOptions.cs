using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Experiments.Disks;

/// <summary>The tests of CrystalDiskMark on the worker's own disk.</summary>
public sealed record DiskMarkOptions : DiskOptions
{
    public DiskMarkOptions()
    {
        // Tests last a time, as CrystalDiskMark's do.
        (OperationsPerClient, DurationSeconds) = (0, 5);
        (WarmUpOperations, WarmUpSeconds) = (100_000, 5);
    }

    [Parameter("A test of CrystalDiskMark: seq or rnd blocks, their size, Q operations under way of each of T threads.", Factor = true)]
    public DiskTest Test { get; init; } = DiskTest.Rnd4KQ32T1;

    [Parameter("Seconds for which the disk is left alone between the writing of the file and the warm-up; in no result.", Unit = "s",
        Maximum = 600)]
    public double RestSeconds { get; init; } = 5;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<DiskMarkOptions>(
        "disk.mark",
        "Disk (CrystalDiskMark's tests)",
        "How many bytes per second does the worker's disk read and write, past the system's caches, in large blocks in order and in "
            + "small ones at random?",
        "blocks",
        "Kirsanov 2017; CrystalDiskMark 5, 8 and 9 (method)",
        OperationMetrics.Bytes,
        SelectProbe,
        StandardPresets.With(
            paper: new
            {
                test = new[] { DiskTest.Seq1MQ1T1, DiskTest.Seq128KQ32T1, DiskTest.Rnd4KQ32T1, DiskTest.Rnd4KQ1T1 },
                direction = Enum.GetValues<DiskDirection>(),
                fileBytes = 50 << 20,
                clients = 1,
            },
            reduced: new
            {
                test = new[] { DiskTest.Seq1MQ8T1, DiskTest.Seq1MQ1T1, DiskTest.Rnd4KQ32T1, DiskTest.Rnd4KQ1T1 },
                direction = Enum.GetValues<DiskDirection>(),
                fileBytes = 64 << 20,
                clients = 1,
                operationsPerClient = 0,
                durationSeconds = 1,
                warmUpOperations = 100_000,
                warmUpSeconds = 0.5,
                restSeconds = 0.2,
            },
            quick: new
            {
                test = new[] { DiskTest.Seq1MQ8T1, DiskTest.Rnd4KQ32T1, DiskTest.Rnd4KQ1T1 },
                fileBytes = 64 << 20,
                clients = 1,
                operationsPerClient = 0,
                durationSeconds = 0.5,
                warmUpOperations = 100_000,
                warmUpSeconds = 0.1,
                restSeconds = 0,
            })) with
    {
        Ratio = new("direction", "write", "read", OperationMetrics.ByteRate,
            "bytes per second, write divided by read: below 1 the disk reads faster"),
        Sections = DiskReport.Sections,
    };

    public override double RestSecondsBefore => RestSeconds;

    public override bool NeverTimesOut => true;

    protected override long PayloadBytes => DiskTestShape.Of(Test).BlockBytes;

    public override IEnumerable<ParameterFault> Faults() => Clients == 1
        ? base.Faults()
        : base.Faults().Append(new("clients", "must be 1: the test says how many operations are under way"));

    private static ProbeSelection SelectProbe(DiskMarkOptions options)
    {
        var shape = DiskTestShape.Of(options.Test);
        return new("disk.mark", options.LoadInto(new DiskBlockOptions
        {
            Pattern = shape.Pattern,
            BlockBytes = shape.BlockBytes,
            Direction = options.Direction,
            Durability = options.Durability,
            FileBytes = options.FileBytes,
            RestSeconds = options.RestSeconds,
        }) with
        { Clients = shape.Clients });
    }
}

/// <summary>What the probe of <see cref="DiskMarkOptions"/> is told: blocks of one size, read or written by as many clients as operations
/// are to be under way.</summary>
public sealed record DiskBlockOptions : DiskOptions
{
    /// <summary>Which block comes next.</summary>
    public required DiskPattern Pattern { get; init; }

    /// <summary>Bytes that one operation moves; divides the file.</summary>
    public required int BlockBytes { get; init; }

    /// <inheritdoc cref="DiskMarkOptions.RestSeconds"/>
    public double RestSeconds { get; init; }

    public override double RestSecondsBefore => RestSeconds;

    public override bool NeverTimesOut => true;

    protected override long PayloadBytes => BlockBytes;
}
