using System.Text.RegularExpressions;

namespace AzurePerf.Core.Measurements;

/// <summary>Turns what an operation threw into one line that may be stored and shown: short, and without anything that could open an
/// account.</summary>
public static partial class FailureText
{
    /// <summary>The longest text, in characters.</summary>
    public const int MaximumLength = 300;

    /// <summary>Nothing beyond is looked at; libraries append whole answers to their messages.</summary>
    private const int MaximumRead = 4096;

    private const string Removed = "[removed]";

    /// <summary>Type and message of the exception and, where it differs, of its innermost cause.</summary>
    public static string Of(Exception exception)
    {
        ArgumentNullException.ThrowIfNull(exception);
        var cause = exception.GetBaseException();
        var text = cause.Message == exception.Message ? Name(exception) : $"{Name(exception)} <- {Name(cause)}";
        return Clean(text);
    }

    /// <summary>The first line of the message as it is, for logs: libraries append whole answers after it.</summary>
    public static string FirstLineOf(Exception exception)
    {
        ArgumentNullException.ThrowIfNull(exception);
        return exception.Message.Split('\n')[0].Trim();
    }

    /// <summary>The text on one line, without query strings, signatures, keys and tokens, cut to <see cref="MaximumLength"/>.</summary>
    public static string Clean(string text)
    {
        ArgumentNullException.ThrowIfNull(text);

        // Secrets go before the text is cut to its final length: half a signature at the end would no longer look like one.
        var read = text.Length > MaximumRead ? text[..MaximumRead] : text;
        var clean = Query().Replace(read, "?" + Removed);
        clean = Credentials().Replace(clean, match => match.Groups["scheme"].Value + " " + Removed);
        clean = Assignment().Replace(clean, match => match.Groups["name"].Value + "=" + Removed);
        clean = WhiteSpace().Replace(clean, " ").Trim();
        return clean.Length > MaximumLength ? clean[..(MaximumLength - 1)] + "…" : clean;
    }

    private static string Name(Exception exception) => $"{exception.GetType().Name}: {exception.Message}";

    /// <summary>From a question mark that is followed by a name and an equals sign to the next character that no query holds.</summary>
    [GeneratedRegex("""\?[A-Za-z0-9_$%.\-]+=[^\s"'<>]*""")]
    private static partial Regex Query();

    [GeneratedRegex(
        """(?<scheme>\b(SharedKeyLite|SharedKey|Bearer|Basic))\s+[^\s"'<>,]+""", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Credentials();

    [GeneratedRegex(
        """(?<name>\b(sig|signature|SharedAccessSignature|AccountKey|SharedAccessKey|password|pwd|client_secret|access_token|key))"""
            + """["']?\s*[=:]\s*["']?[^\s"'<>;&,]+""",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Assignment();

    [GeneratedRegex("""\s+""")]
    private static partial Regex WhiteSpace();
}
