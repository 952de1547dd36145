using System.Globalization;
using System.Text;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>The samples of a run's points as one table: <see cref="SampleText"/> with the point's number before each line.</summary>
/// <param name="disclaimer">What stands in a last column of each line; empty for no such column.</param>
public sealed class RunSamples(string disclaimer)
{
    private readonly string _cell = disclaimer.Length > 0 ? "," + CsvText.Lines([[disclaimer]]).TrimEnd() : "";

    /// <summary>The line of column names.</summary>
    public string Header => "point," + SampleText.Header + (_cell.Length > 0 ? ",disclaimer\n" : "\n");

    /// <summary>The lines of one point.</summary>
    /// <param name="point">Its number.</param>
    /// <param name="samples">As stored; may be empty.</param>
    public string Of(int point, string samples)
    {
        ArgumentNullException.ThrowIfNull(samples);
        var text = new StringBuilder();
        foreach (var line in samples.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1))
        {
            text.Append(CultureInfo.InvariantCulture, $"{point},{line}{_cell}\n");
        }

        return text.ToString();
    }
}
