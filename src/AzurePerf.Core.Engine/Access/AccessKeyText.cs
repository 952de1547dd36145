using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Access;

/// <summary>
/// The text of a key: <c>azp_ID_SECRETCHECK</c> in the alphabet of identifiers. The prefix lets programs find leaked keys, the id finds
/// what is stored of it in one read, and the checksum tells a mistyped or cut-off key before anything is read.
/// </summary>
public static partial class AccessKeyText
{
    /// <summary>Of every key, and of nothing else that programs show.</summary>
    public const string Prefix = "azp_";

    public const int SecretBytes = 32;
    public const int Characters = IdStart + IdCharacters + 1 + SecretCharacters + CheckCharacters;
    private const int SecretCharacters = 52;
    private const int CheckCharacters = 6;
    private const int IdStart = 4;
    private const int IdCharacters = 20;
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyz234567";

    /// <summary>A new key with 256 bits of the operating system's randomness: never of a seeded source.</summary>
    public static string New(string id) => Write(id, RandomNumberGenerator.GetBytes(SecretBytes));

    /// <summary>One that follows from a secret, with as much randomness, and from what the key is for; it tells nothing of the secret or of
    /// another one.</summary>
    public static string From(string secret, params IReadOnlyList<string> purpose)
    {
        var id = IdText.Hash(["key from", secret, .. purpose]);
        return Write(id, HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(id)));
    }

    public static string Write(string id, ReadOnlySpan<byte> secret)
    {
        var body = $"{Prefix}{id}_{Encode(secret)[..SecretCharacters]}";
        return body + CheckOf(body);
    }

    /// <summary>The id in a key's text; null for a text that cannot be a key.</summary>
    public static string? IdOf(string? text) =>
        text is not null && Whole().IsMatch(text) && text.EndsWith(CheckOf(text[..^CheckCharacters]), StringComparison.Ordinal)
            ? text.Substring(IdStart, IdCharacters)
            : null;

    /// <summary>What is stored in place of the text.</summary>
    public static string HashOf(string text) => Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    /// <summary>Whether a key, or the secret of a link, is anywhere in a text.</summary>
    public static bool IsIn(string text) => Anywhere().IsMatch(text);

    /// <summary>The text with the secret of every key and of every link in it left out.</summary>
    public static string Redact(string text) => Anywhere().Replace(text, found => found.Value[..IdStart] + "***");

    private static string CheckOf(string body) => Encode(SHA256.HashData(Encoding.UTF8.GetBytes(body)))[..CheckCharacters];

    private static string Encode(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder();
        var (bits, held) = (0, 0);
        foreach (var value in bytes)
        {
            (bits, held) = ((bits << 8) | value, held + 8);
            for (; held >= 5; held -= 5)
            {
                text.Append(Alphabet[(bits >> (held - 5)) & 31]);
            }
        }

        return held == 0 ? text.ToString() : text.Append(Alphabet[(bits << (5 - held)) & 31]).ToString();
    }

    [GeneratedRegex(@"\Aazp_[a-z2-7]{20}_[a-z2-7]{58}\z", RegexOptions.CultureInvariant)]
    private static partial Regex Whole();

    // Without an end: a key that was cut off, or runs into something else or into another key, is as secret.
    [GeneratedRegex("azp_[a-z2-7]{20}_[a-z2-7_]*|azs_[a-z2-7]{20,}", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase)]
    private static partial Regex Anywhere();
}
