using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Probes.Blobs;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Disks;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Queues;
using AzurePerf.Probes.Sql;
using AzurePerf.Probes.Tables;

namespace AzurePerf.Probes;

/// <summary>The probes that come with a worker, sorted by name. A new one adds one line.</summary>
public static class BuiltInProbes
{
    /// <summary>The lines.</summary>
    public static IReadOnlyList<ProbeDefinition> All { get; } =
    [
        ProbeDefinition.Of<BlobDownloadOptions>("blob.download", (options, scope) => new BlobDownloadProbe(options, scope)),
        ProbeDefinition.Of<BlobUploadOptions>("blob.upload", (options, scope) => new BlobUploadProbe(options, scope)),
        ProbeDefinition.Of<CorrelationOptions>("compute.correlation", (options, scope) => new CorrelationProbe(options, scope)),
        ProbeDefinition.Of<DgemmOptions>("compute.dgemm", (options, scope) => new DgemmProbe(options, scope)),
        ProbeDefinition.Of<FftOptions>("compute.fft", (options, scope) => new FftProbe(options, scope)),
        ProbeDefinition.Of<NbodyOptions>("compute.nbody", (options, scope) => new NbodyProbe(options, scope)),
        ProbeDefinition.Of<StreamOptions>("compute.stream", (options, scope) => new StreamProbe(options, scope)),
        ProbeDefinition.Of<DiskBlockOptions>("disk.mark", (options, scope) => new DiskMarkProbe(options, scope)),
        ProbeDefinition.Of<DiskWarmOptions>("disk.warm", (options, scope) => new DiskWarmProbe(options, scope)),
        ProbeDefinition.Of<QueueAddOptions>("queue.add", (options, scope) => new QueueAddProbe(options, scope)),
        ProbeDefinition.Of<QueuePeekOptions>("queue.peek", (options, scope) => new QueuePeekProbe(options, scope)),
        ProbeDefinition.Of<QueueReceiveOptions>("queue.receive", (options, scope) => new QueueReceiveProbe(options, scope)),
        ProbeDefinition.Of<RpcThroughputOptions>("rpc.throughput", (options, scope) => new RpcProbe(options, scope)),
        ProbeDefinition.Of<SqlOptions>("sql.availability", SqlProbe.Of),
        ProbeDefinition.Of<SqlOptions>("sql.scale", SqlProbe.Of),
        ProbeDefinition.Of<SqlOptions>("sql.single", SqlProbe.Of),
        ProbeDefinition.Of<TableDeleteOptions>("table.delete", (options, scope) => new TableDeleteProbe(options, scope)),
        ProbeDefinition.Of<TableFilterOptions>("table.filter", (options, scope) => new TableFilterProbe(options, scope)),
        ProbeDefinition.Of<TableInsertOptions>("table.insert", (options, scope) => new TableInsertProbe(options, scope)),
        ProbeDefinition.Of<TableQueryOptions>("table.query", (options, scope) => new TableQueryProbe(options, scope)),
        ProbeDefinition.Of<TableUpdateOptions>("table.update", (options, scope) => new TableUpdateProbe(options, scope)),
        ProbeDefinition.Of<TcpBandwidthOptions>("tcp.bandwidth", (options, scope) => new TcpBandwidthProbe(options, scope)),
        ProbeDefinition.Of<TcpRttOptions>("tcp.rtt", (options, scope) => new TcpRttProbe(options, scope)),
    ];
}
