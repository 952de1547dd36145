using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Shares;

/// <summary>The secret in the address of a shared page: <c>azs_</c> and 52 characters, 260 bits.</summary>
public static partial class ShareToken
{
    private const int SecretCharacters = 52;
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyz234567";
    private static readonly string[] Parts = ["1", "2", "3"];

    /// <summary>A new one of the operating system's randomness: never of a seeded source.</summary>
    public static string New() => "azs_" + RandomNumberGenerator.GetString(Alphabet, SecretCharacters);

    /// <summary>One that follows from a secret and from what the link is for; it tells nothing of the secret or of another one.</summary>
    public static string From(string secret, params IReadOnlyList<string> purpose) =>
        "azs_" + string.Concat(Parts.Select(part => IdText.Hash(["share from", part, secret, .. purpose])))[..SecretCharacters];

    /// <summary>Whether a text could be one, letter by letter.</summary>
    public static bool IsWhole(string? text) => text is not null && Whole().IsMatch(text);

    /// <summary>The id of the link that a token opens.</summary>
    public static string IdOf(string token) => IdText.Hash("share", token);

    /// <summary>What is stored in its place.</summary>
    public static string HashOf(string token) => Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(token)));

    [GeneratedRegex(@"\Aazs_[a-z2-7]{52}\z", RegexOptions.CultureInvariant)]
    private static partial Regex Whole();
}
