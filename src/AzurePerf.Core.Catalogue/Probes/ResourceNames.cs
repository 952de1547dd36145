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

    /// <summary>Three characters that the keys of a point's own rows begin with in a table that several points share.</summary>
    public static string MarkOfPoint(int point) => Base36(point, 3);

    /// <summary>The same of one attempt: four characters.</summary>
    public static string MarkOfPoint(int point, int attempt) => MarkOfPoint(point) + Base36(attempt, 1);

    /// <summary>The last digits of a number that is not negative, in lower-case letters and digits.</summary>
    public static string Base36(long number, int digits) => string.Create(digits, number, static (text, rest) =>
    {
        for (var place = text.Length - 1; place >= 0; place--)
        {
            (rest, var digit) = Math.DivRem(rest, 36);
            text[place] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
        }
    });

    /// <summary>The warm-up twin of a name.</summary>
    public static string ForWarmUp(string name) => name + "w";

    /// <summary>The k-th of several objects that share a name, from 0.</summary>
    public static string Numbered(string name, int index) => string.Create(CultureInfo.InvariantCulture, $"{name}x{index}");
}
