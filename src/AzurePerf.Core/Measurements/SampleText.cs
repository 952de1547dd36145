using System.Globalization;
using System.Text;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>Samples as comma-separated lines below a line of column names; instants in nanoseconds since the start of the measured
/// window.</summary>
public sealed class SampleText
{
    public const string Header = "client,intendedStartNanoseconds,startNanoseconds,endNanoseconds,bytes,outcome,wireRequests";

    private static readonly string[] OutcomeNames =
        [.. Enum.GetValues<OperationOutcome>().Select(outcome => CamelCase.Of(outcome))];

    private readonly StringBuilder _text = new StringBuilder(Header).Append('\n');

    /// <summary>Adds one line per sample.</summary>
    public void Append(ReadOnlySpan<Sample> samples)
    {
        foreach (ref readonly var sample in samples)
        {
            _text.Append(
                CultureInfo.InvariantCulture,
                $"{sample.Client},{sample.IntendedStartNanoseconds},{sample.StartNanoseconds},{sample.EndNanoseconds},{sample.Bytes},");
            _text.Append(CultureInfo.InvariantCulture, $"{OutcomeNames[(int)sample.Outcome]},{sample.WireRequests}\n");
        }
    }

    public override string ToString() => _text.ToString();
}
