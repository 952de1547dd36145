namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What the processor calls itself.</summary>
public static class ProcessorModel
{
    /// <summary>From <c>/proc/cpuinfo</c>; empty where it has no model name, as on most ARM machines.</summary>
    public static string Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Split('\n').Select(line => line.Split(':', 2))
            .FirstOrDefault(line => line.Length == 2 && line[0].TrimEnd() == "model name")?[1].Trim() ?? "";
    }
}
