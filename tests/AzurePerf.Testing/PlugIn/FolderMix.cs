using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;

namespace AzurePerf.Testing.PlugIn;

// recipe: experiment
/// <summary>Operations of three types in a folder.</summary>
public sealed record FolderMixOptions : MeasurementOptions
{
    [Parameter("Size of each file.", Unit = "B", Minimum = 1, Maximum = 1 << 20, Factor = true)]
    public int FileBytes { get; init; } = 1_024;

    public override TargetKind Target => FolderTarget.Kind;

    protected override long PayloadBytes => FileBytes;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<FolderMixOptions>(
        "folder.mix",
        "Folder mix",
        "How many files per second do N clients write, read and look for?",
        "file operations",
        "Made for tests",
        [
            .. OperationMetrics.Operations,
            new("readP50", "median latency of reads", "ns", Quantity.Duration, HigherIsBetter: false)
            {
                Read = MetricSources.OfType("read", type => type.Latency.P50Nanoseconds),
                Column = "read p50",
            },
        ],
        new Preset(Preset.Quick, 6, new() { ["warmUpOperations"] = 3, ["operationsPerClient"] = 30 }));
}

/// <summary>folder.mix: writes a file, reads it, looks for it, and so on.</summary>
public sealed class FolderMixProbe(FolderMixOptions options, ProbeScope scope) : IProbe
{
    private readonly byte[] _content = new byte[options.FileBytes];
    private string _folder = "";

    public bool Mutates => true;

    public int PlannedWireRequests => 0;

    public IReadOnlyList<OperationType> OperationTypes => [new("write"), new("read"), new("look")];

    public int TypeOf(Operation operation) => (int)(operation.Index % 3);

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        _folder = await OpenFolder.MakeForPointAsync(scope, cancellationToken);
        for (var client = 0; scope.MakesResources && client < options.Clients; client++)
        {
            // In an open loop the first operation of a lane may be any, also a read.
            for (var lane = 0; lane < options.LanesPerClient; lane++)
            {
                await File.WriteAllBytesAsync(PathOf(new(client, 0, WarmUp: false, lane)), _content, cancellationToken);
                await File.WriteAllBytesAsync(PathOf(new(client, 0, WarmUp: true, lane)), _content, cancellationToken);
            }
        }
    }

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var file = PathOf(operation);
        switch (TypeOf(operation))
        {
            case 0:
                await File.WriteAllBytesAsync(file, _content, cancellationToken);
                return new(options.FileBytes, 0);
            case 1:
                var read = await File.ReadAllBytesAsync(file, cancellationToken);
                return read.AsSpan().SequenceEqual(_content) ? new(read.Length, 0) : throw new CorruptDataException($"{file} has other content");
            default:
                return File.Exists(file) ? new(0, 0) : throw new FileNotFoundException(file);
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private string PathOf(Operation operation) =>
        Path.Combine(_folder, $"{operation.Client}-{operation.Lane}-{(operation.WarmUp ? "w" : "")}");
}
// end
