using System.Collections.Frozen;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Blobs;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Disks;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Queues;
using AzurePerf.Probes.Tables;

namespace AzurePerf.Probes;

/// <summary>Every probe by its name, sorted. A new probe adds one line.</summary>
public static class ProbeCatalog
{
    private static readonly (string Name, Func<MeasurementOptions, ProbeScope, IProbeSetup> Create)[] Entries =
    [
        Entry<BlobDownloadOptions>("blob.download", (options, scope) => new BlobDownloadProbe(options, scope)),
        Entry<BlobUploadOptions>("blob.upload", (options, scope) => new BlobUploadProbe(options, scope)),
        Entry<CorrelationOptions>("compute.correlation", (options, scope) => new CorrelationProbe(options, scope)),
        Entry<DgemmOptions>("compute.dgemm", (options, scope) => new DgemmProbe(options, scope)),
        Entry<FftOptions>("compute.fft", (options, scope) => new FftProbe(options, scope)),
        Entry<NbodyOptions>("compute.nbody", (options, scope) => new NbodyProbe(options, scope)),
        Entry<StreamOptions>("compute.stream", (options, scope) => new StreamProbe(options, scope)),
        Entry<DiskBlockOptions>("disk.mark", (options, scope) => new DiskMarkProbe(options, scope)),
        Entry<DiskWarmOptions>("disk.warm", (options, scope) => new DiskWarmProbe(options, scope)),
        Entry<QueueAddOptions>("queue.add", (options, scope) => new QueueAddProbe(options, scope)),
        Entry<QueuePeekOptions>("queue.peek", (options, scope) => new QueuePeekProbe(options, scope)),
        Entry<QueueReceiveOptions>("queue.receive", (options, scope) => new QueueReceiveProbe(options, scope)),
        Entry<RpcThroughputOptions>("rpc.throughput", (options, scope) => new RpcProbe(options, scope)),
        Entry<TableDeleteOptions>("table.delete", (options, scope) => new TableDeleteProbe(options, scope)),
        Entry<TableFilterOptions>("table.filter", (options, scope) => new TableFilterProbe(options, scope)),
        Entry<TableInsertOptions>("table.insert", (options, scope) => new TableInsertProbe(options, scope)),
        Entry<TableQueryOptions>("table.query", (options, scope) => new TableQueryProbe(options, scope)),
        Entry<TableUpdateOptions>("table.update", (options, scope) => new TableUpdateProbe(options, scope)),
        Entry<TcpBandwidthOptions>("tcp.bandwidth", (options, scope) => new TcpBandwidthProbe(options, scope)),
        Entry<TcpRttOptions>("tcp.rtt", (options, scope) => new TcpRttProbe(options, scope)),
    ];

    private static readonly FrozenDictionary<string, Func<MeasurementOptions, ProbeScope, IProbeSetup>> ByName =
        Entries.ToFrozenDictionary(entry => entry.Name, entry => entry.Create);

    /// <summary>All names, in the order of the lines above.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Entries.Select(entry => entry.Name)];

    /// <summary>Makes the probe that an experiment selected. It serves one task: dispose it afterwards, before the scope's target.</summary>
    /// <exception cref="ArgumentException">No probe has that name, or its options are of another probe.</exception>
    public static IProbeSetup Create(ProbeSelection selection, ProbeScope scope) => ByName.TryGetValue(selection.Probe, out var create)
        ? create(selection.Options, scope)
        : throw new ArgumentException($"no probe is called {selection.Probe}; known are {string.Join(", ", Names)}", nameof(selection));

    // Asynchronous probes have an open loop. Those of other shapes have none: their options refuse arrivals in Faults().
    private static (string, Func<MeasurementOptions, ProbeScope, IProbeSetup>) Entry<TOptions>(string name, Func<TOptions, ProbeScope, IProbeSetup> create)
        where TOptions : MeasurementOptions => (name, (options, scope) => options is TOptions own
            ? create(own, scope)
            : throw new ArgumentException($"{name} takes {typeof(TOptions).Name}, not {options.GetType().Name}", nameof(options)));
}
