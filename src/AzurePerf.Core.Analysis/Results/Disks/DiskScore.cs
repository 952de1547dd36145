using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Results.Disks;

/// <summary>All passes of one test, with the figure that CrystalDiskMark prints. MB are 10^6 bytes; all clients together.</summary>
/// <param name="Levels">Of its points.</param>
/// <param name="Best">MB/s of the fastest pass: the score.</param>
/// <param name="Median">MB/s of the median pass.</param>
/// <param name="Passes">MB/s of each pass, in the order of the repetitions.</param>
/// <param name="LatencyNanoseconds">The lowest mean latency of a pass; null where no block was moved.</param>
public sealed record DiskScore([property: JsonPropertyName("configuration")] JsonObject Levels, double Best, double Median,
    IReadOnlyList<double> Passes, double? LatencyNanoseconds);
