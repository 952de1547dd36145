using System.Globalization;

namespace AzurePerf.Core.Probes;

/// <summary>
/// Names of what a run creates in a target. Lower-case letters and digits only, which containers, queues and tables all accept, and at most
/// 63 characters. The attempt is part of each name, so that an execution that should be dead disturbs nobody's data.
/// </summary>
public static class ResourceNames
{
    /// <summary>Data that several points read, made by the given attempt of the prepare task.</summary>
    public static string ForDataset(string runId, int dataset, int attempt) =>
        string.Create(CultureInfo.InvariantCulture, $"azp{runId}d{dataset}a{attempt}");

    /// <summary>Data of one attempt at one point.</summary>
    public static string ForPoint(string runId, int point, int attempt) =>
        string.Create(CultureInfo.InvariantCulture, $"azp{runId}p{point}a{attempt}");

    /// <summary>The warm-up twin of a name.</summary>
    public static string ForWarmUp(string name) => name + "w";

    /// <summary>The k-th of several objects that share a name, from 0.</summary>
    public static string Numbered(string name, int index) => string.Create(CultureInfo.InvariantCulture, $"{name}x{index}");
}
