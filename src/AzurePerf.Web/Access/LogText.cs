using AzurePerf.Core.Access;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Web.Access;

/// <summary>Text from outside as a log may hold it: one line, not long, without keys.</summary>
internal static class LogText
{
    private const int Longest = 200;

    public static string Of(string text)
    {
        var cut = text.Length > Longest ? text[..Longest] + "…" : text;
        return AccessKeyText.Redact(string.Concat(cut.Select(c => TextSteering.Is(c) ? '?' : c)));
    }
}
