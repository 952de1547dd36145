using System.Diagnostics;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;

namespace AzurePerf.Testing.PlugIn;

/// <summary>How long files live that are made and removed in turn.</summary>
public sealed record FolderLivesOptions : MeasurementOptions
{
    [Parameter("Files that are made.", Unit = "files", Minimum = 1, Maximum = 1_000, Factor = true)]
    public int Files { get; init; } = 100;

    [Parameter("Per cent of them that are there when nobody looks any more.", Unit = "%", Maximum = 100)]
    public int LeftPercent { get; init; } = 25;

    public override TargetKind Target => FolderTarget.Kind;

    public override bool FixesClients => true;

    protected override double? ValueSeconds => 10;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<FolderLivesOptions>(
        "folder.lives",
        "Folder lives",
        "How long do files live that are made and removed in turn?",
        "files",
        "Made for tests",
        [
            new("filesMade", "files made per second", "files/s", Quantity.Rate, HigherIsBetter: true)
            {
                Read = MetricSources.OfValue("files made per second"),
                Column = "made",
            },
            new("shareLeft", "share of files still there", "share", Quantity.Share, HigherIsBetter: false)
            {
                Read = MetricSources.OfValue("share still there"),
                Column = "left",
            },
            new("lifeP50", "median life of a file", "ns", Quantity.Duration, HigherIsBetter: true)
            {
                Read = MetricSources.OfDistribution("life of a file", lives => lives.P50),
                Column = "life p50",
            },
        ],
        new Preset(Preset.Quick, 6, []));
}

/// <summary>folder.lives: makes files, and looks at them once after each removal.</summary>
public sealed class FolderLivesProbe(FolderLivesOptions options, ProbeScope scope) : IValueProbe
{
    private readonly DistributionRecorder _lives = new("life of a file", "ns");
    private string _folder = "";
    private double _madePerSecond;

    public IReadOnlyList<PointValue> Values =>
    [
        new("files made per second", "files/s", _madePerSecond, ValueMerge.Sum),
        new("share still there", "share", options.LeftPercent / 100.0, ValueMerge.Mean),
    ];

    public IReadOnlyList<ObservedDistribution> Distributions => [_lives.Read()];

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task PreparePointAsync(CancellationToken cancellationToken) =>
        _folder = await OpenFolder.MakeForPointAsync(scope, cancellationToken);

    public Task MeasureAsync(CancellationToken cancellationToken)
    {
        var clock = Stopwatch.StartNew();
        var made = new long[options.Files];
        for (var file = 0; file < made.Length; file++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            File.WriteAllText(PathOf(file), "x");
            made[file] = clock.Elapsed.Ticks * 100;
        }

        _madePerSecond = made.Length / clock.Elapsed.TotalSeconds;
        var left = made.Length * options.LeftPercent / 100;
        var looked = clock.Elapsed.Ticks * 100;
        for (var file = 0; file < made.Length - left; file++)
        {
            File.Delete(PathOf(file));
            var now = clock.Elapsed.Ticks * 100;
            _lives.RecordBetween(looked - made[file], now - made[file]);
            looked = now;
        }

        for (var file = made.Length - left; file < made.Length; file++)
        {
            _lives.RecordAtLeast(looked - made[file]);
        }

        return Task.CompletedTask;
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private string PathOf(int file) => Path.Combine(_folder, $"{file}");
}
