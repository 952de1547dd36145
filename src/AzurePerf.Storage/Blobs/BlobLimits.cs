namespace AzurePerf.Storage.Blobs;

/// <summary>The limits of the blob service that the emulator does not enforce. Checked before every write, so that what works locally works
/// in the cloud.</summary>
public static class BlobLimits
{
    /// <summary>Characters of a name.</summary>
    public const int NameCharacters = 1_024;

    /// <summary>Characters of all metadata of a blob, names and values.</summary>
    public const int MetadataCharacters = 8 * 1024;

    /// <exception cref="ArgumentException">The service would refuse the blob.</exception>
    public static void Check(string name, BlobHeader header)
    {
        ArgumentNullException.ThrowIfNull(header);
        if (name.Length is 0 or > NameCharacters || name.Any(char.IsControl) || name[^1] is '/' or '.')
        {
            throw new ArgumentException(
                $"'{name}' cannot name a blob: 1 to {NameCharacters} characters, none a control character, no slash or dot at the end");
        }

        foreach (var (key, value) in header.Metadata)
        {
            if (key.Length == 0 || char.IsAsciiDigit(key[0])
                || !key.All(character => char.IsAsciiLetterOrDigit(character) || character == '_'))
            {
                throw new ArgumentException($"'{key}' cannot name metadata of blob {name}: letters, digits, underscores, no digit first");
            }

            if (!IsPrintableAscii(value) || value.Length == 0 || value != value.Trim(' '))
            {
                throw new ArgumentException($"metadata {key} of blob {name} must be printable ASCII without space at its ends");
            }
        }

        if (header.Metadata.Sum(pair => pair.Key.Length + pair.Value.Length) is > MetadataCharacters and var characters)
        {
            throw new ArgumentException(
                $"blob {name} has {characters} characters of metadata; a blob has at most {MetadataCharacters}");
        }
    }

    internal static bool IsPrintableAscii(string text) => text.All(character => character is >= ' ' and <= '~');
}
