using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Disks;

/// <summary>The first pass over a new file against later ones.</summary>
public sealed record DiskWarmOptions : DiskOptions
{
    public DiskWarmOptions() => (OperationsPerClient, WarmUpOperations) = (2, 2);

    [Parameter("Bytes that are moved at once; a pass moves them one after the other.", Unit = "B", Minimum = 4_096, Maximum = FileUnitBytes,
        Factor = true)]
    public int BlockBytes { get; init; } = FileUnitBytes;

    [Parameter("Seconds between one pass and the next, in no result.", Unit = "s", Maximum = 3_600)]
    public double WaitSeconds { get; init; } = 60;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<DiskWarmOptions>(
        "disk.warm",
        "First touch of a new file",
        "How much slower is the first pass over a new file than the next one, some time later?",
        "passes",
        "Kirsanov 2017",
        OperationMetrics.Bytes,
        StandardPresets.With(
            paper: new { fileBytes = 1L << 30, waitSeconds = 180, clients = 1, operationsPerClient = 2, warmUpOperations = 2 },
            reduced: new { fileBytes = 64 << 20, waitSeconds = 1, clients = 1, operationsPerClient = 2, warmUpOperations = 2 },
            quick: new { fileBytes = 64 << 20, waitSeconds = 0.2, clients = 1, operationsPerClient = 2, warmUpOperations = 2 }));

    [JsonIgnore]
    public override bool ComparesFirstOperation => true;

    public override double RestSecondsBetween => WaitSeconds;

    protected override bool TimesOutByBlock => true;

    protected override long PayloadBytes => FileBytes;

    // A pass is as many operations on the disk as it has blocks.
    protected override OperationPace Pace => base.Pace with { Seconds = base.Pace.Seconds * (FileBytes / BlockBytes) };

    public override IEnumerable<ParameterFault> Faults()
    {
        foreach (var fault in base.Faults())
        {
            yield return fault;
        }

        if (Clients > 1)
        {
            yield return new("clients", "must be 1: a second client would touch the file that is new to the first");
        }

        if (BlockBytes % 4_096 != 0 || FileBytes % BlockBytes != 0)
        {
            yield return new("blockBytes", "must be a multiple of 4096 that divides fileBytes");
        }

        if (OperationsPerClient == 1)
        {
            yield return new("operationsPerClient", "must be 0 or at least 2: the first pass is compared with later ones");
        }
    }
}
