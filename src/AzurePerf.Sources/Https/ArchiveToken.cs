namespace AzurePerf.Sources.Https;

/// <summary>A bearer token of the archive, which no text of this type shows.</summary>
public sealed class ArchiveToken
{
    private const int MostCharacters = 8192;

    /// <param name="value">Letters, digits and - . _ ~ + / =, as in RFC 6750, section 2.1.</param>
    /// <exception cref="ArgumentException">It is empty, too long or has another character; the message does not show it.</exception>
    public ArchiveToken(string value)
    {
        if (value.Length is 0 or > MostCharacters || !value.All(x => char.IsAsciiLetterOrDigit(x) || "-._~+/=".Contains(x)))
            throw new ArgumentException("The token must have 1 to 8192 letters, digits and -._~+/= only.", nameof(value));
        Value = value;
    }

    internal string Value { get; }

    /// <summary>A text of the archive's own without the token, which an archive could repeat.</summary>
    internal string Hide(string text) => text.Replace(Value, "(token)", StringComparison.OrdinalIgnoreCase);

    /// <summary>Not the token.</summary>
    public override string ToString() => "(token)";
}
