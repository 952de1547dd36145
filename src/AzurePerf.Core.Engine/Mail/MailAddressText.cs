using System.Text.RegularExpressions;

namespace AzurePerf.Core.Mail;

/// <summary>Mail addresses as they are taken from outside: plain ones alone, so that none can be two or bring a header along.</summary>
public static partial class MailAddressText
{
    /// <summary>The longest that mail can be sent to.</summary>
    public const int MostCharacters = 254;

    private const int MostOfName = 64;
    private const string NamePart = @"[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+)*";
    private const string DomainPart = @"([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

    /// <summary>Whether a text is one address such as ann@example.com: without a name, comments, quotes, and letters beyond
    /// ASCII.</summary>
    public static bool IsValid(string? text) =>
        text is { Length: <= MostCharacters } && Whole().IsMatch(text) && text.IndexOf('@', StringComparison.Ordinal) <= MostOfName;

    /// <summary>Whether a text is a domain such as example.com.</summary>
    public static bool IsDomain(string? text) => text is { Length: <= MostCharacters } && Domain().IsMatch(text);

    /// <summary>What stands after the @, in lower case.</summary>
    public static string DomainOf(string address)
    {
        ArgumentNullException.ThrowIfNull(address);
        return address[(address.LastIndexOf('@') + 1)..].ToLowerInvariant();
    }

    [GeneratedRegex(@"\A" + NamePart + "@" + DomainPart + @"\z", RegexOptions.CultureInvariant)]
    private static partial Regex Whole();

    [GeneratedRegex(@"\A" + DomainPart + @"\z", RegexOptions.CultureInvariant)]
    private static partial Regex Domain();
}
