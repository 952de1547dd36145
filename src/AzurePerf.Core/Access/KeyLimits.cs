namespace AzurePerf.Core.Access;

public static class KeyLimits
{
    public const int NameCharacters = 40;
    public const int LongestDays = 366;
    public const int DefaultDays = 90;
    public const int LongestOverlapHours = 30 * 24;
    public const int DefaultOverlapHours = 24;

    /// <summary>Bytes of a request for a key.</summary>
    public const int BodyBytes = 4 * 1024;

    /// <summary>Lower-case letters, digits, dots, hyphens and underscores, and not a name that stands for no key.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= NameCharacters && !OwnersWithoutKey.Have(name) && name.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '.' or '-' or '_');
}
