using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Tables;

namespace AzurePerf.Core.Experiments;

/// <summary>Inserts objects of the same size once as blobs and once as entities.</summary>
public sealed record InsertRatioOptions : MeasurementOptions
{
    [Parameter("The service that takes the objects: blob or table.", Factor = true)]
    public InsertService Service { get; init; } = InsertService.Blob;

    [Parameter("Size of each object: a blob's content, or an entity's stored size.", Unit = "B", Minimum = 1_024, Maximum = 1 << 20,
        Factor = true)]
    public int ObjectBytes { get; init; } = 1_024;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<InsertRatioOptions>(
        "insert.ratio",
        "Blob or table for small objects",
        "From which object size on does a blob take more inserts per second than a table?",
        "inserts",
        "Hill et al. 2010, table 2",
        OperationMetrics.Operations,
        SelectProbe,
        StandardPresets.With(
            paper: new
            {
                service = BothServices,
                objectBytes = new[] { 1_024, 4_096, 16_384, 65_536 },
                clients = new[] { 1, 8, 16 },
                operationsPerClient = 500,
            },
            reduced: new
            {
                service = BothServices,
                objectBytes = new[] { 1_024, 4_096, 16_384, 65_536 },
                clients = new[] { 1, 8, 16 },
                operationsPerClient = 50,
            },
            quick: new { service = BothServices, objectBytes = 4_096 })) with
    {
        Ratio = new("service", "blob", "table", OperationMetrics.OperationRate,
            "inserts per second, blob divided by table: above 1 the blob is faster"),
    };

    protected override long PayloadBytes => ObjectBytes;

    private static InsertService[] BothServices => [InsertService.Blob, InsertService.Table];

    private static ProbeSelection SelectProbe(InsertRatioOptions options) => options.Service switch
    {
        InsertService.Blob => new("blob.upload", options.LoadInto(new BlobUploadOptions { BlobBytes = options.ObjectBytes })),
        InsertService.Table => new("table.insert", options.LoadInto(new TableInsertOptions { EntityBytes = options.ObjectBytes })),
        _ => throw new InvalidOperationException($"no probe inserts into {options.Service}"),
    };
}

/// <summary>The service that insert.ratio inserts into.</summary>
public enum InsertService
{
    Blob,
    Table,
}
