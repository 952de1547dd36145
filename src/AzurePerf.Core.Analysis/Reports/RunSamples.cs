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
    /// <param name="samples">Its samples; may be empty.</param>
    public string Of(int point, IEnumerable<Sample> samples)
    {
        ArgumentNullException.ThrowIfNull(samples);
        var text = new StringBuilder();
        Span<char> line = stackalloc char[SampleText.LongestLine];
        foreach (var sample in samples)
        {
            var length = SampleText.WriteLine(sample, line);
            text.Append(CultureInfo.InvariantCulture, $"{point},{line[..(length - 1)]}{_cell}\n");
        }

        return text.ToString();
    }
}
