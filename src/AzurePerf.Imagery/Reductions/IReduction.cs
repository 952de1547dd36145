using System.Text;

namespace AzurePerf.Imagery.Reductions;

/// <summary>
/// Makes of the images of a period what a person wants to see: one that is added is a file that implements this, and a line in
/// <see cref="ReductionCatalogue"/>. The same input gives the same values on every machine.
/// </summary>
public interface IReduction
{
    /// <summary>As requests name it: small letters.</summary>
    string Name { get; }

    /// <summary>For people, in a few words.</summary>
    string Title { get; }

    /// <summary>Makes it; the images are read one after the other.</summary>
    /// <exception cref="UnreadableFileException">An image is damaged.</exception>
    Task<Reduced> MakeAsync(ReductionInput input, CancellationToken cancellationToken);
}

/// <summary>What a reduction made.</summary>
/// <param name="Files">The one that people look at first is the first.</param>
/// <param name="Coverage">The share of the cells on the Earth, of the tiles or of the map, that have a value: 0 to 1.</param>
public sealed record Reduced(IReadOnlyList<ReducedFile> Files, double Coverage)
{
    /// <summary>The hash of the hashes of the files in their order: 64 small hexadecimal digits.</summary>
    public string ValuesHash => Images.ValuesHash.Of(Encoding.ASCII.GetBytes(string.Concat(Files.Select(file => file.ValuesHash))));
}

/// <summary>One file of a reduction.</summary>
/// <param name="Suffix">Its name after that of the result, such as picture.png.</param>
/// <param name="ContentType">Its media type.</param>
/// <param name="Content">The file. Bytes of a picture may differ between machines, which deflate in different ways.</param>
/// <param name="ValuesHash">SHA-256 of what it says, the same on every machine: 64 small hexadecimal digits.</param>
public sealed record ReducedFile(string Suffix, string ContentType, byte[] Content, string ValuesHash)
{
    /// <summary>A file whose values are its bytes.</summary>
    public static ReducedFile OfBytes(string suffix, string contentType, byte[] content) =>
        new(suffix, contentType, content, Images.ValuesHash.Of(content));

    /// <summary>A text, whose bytes are the same everywhere.</summary>
    public static ReducedFile OfText(string suffix, string contentType, string text)
    {
        var content = Encoding.UTF8.GetBytes(text);
        return new ReducedFile(suffix, contentType, content, Images.ValuesHash.Of(content));
    }
}
