using System.Globalization;
using System.Text;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Reports;

/// <summary>The samples of a run's points as one table: <see cref="SampleText"/> with the point's number before each line.</summary>
public static class RunSamples
{
    /// <summary>The line of column names.</summary>
    public const string Header = "point," + SampleText.Header + "\n";

    /// <summary>The lines of one point.</summary>
    /// <param name="point">Its number.</param>
    /// <param name="samples">As stored; may be empty.</param>
    public static string Of(int point, string samples)
    {
        ArgumentNullException.ThrowIfNull(samples);
        var text = new StringBuilder();
        foreach (var line in samples.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1))
        {
            text.Append(CultureInfo.InvariantCulture, $"{point},{line}\n");
        }

        return text.ToString();
    }
}
