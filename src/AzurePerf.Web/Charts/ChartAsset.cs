using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;

namespace AzurePerf.Web.Charts;

/// <summary>A file inside the assembly whose address names its content, so that browsers may keep it for good.</summary>
internal sealed class ChartAsset
{
    /// <param name="name">Of the embedded resource.</param>
    /// <param name="contentType">As browsers are told.</param>
    public ChartAsset(string name, string contentType)
    {
        using var resource = typeof(ChartAsset).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"{name} is not part of this build");
        using var content = new MemoryStream();
        resource.CopyTo(content);
        Content = content.ToArray();
        ContentType = contentType;
        var hash = Convert.ToHexStringLower(SHA256.HashData(Content).AsSpan(0, 8));
        Address = $"/assets/{Path.GetFileNameWithoutExtension(name)}.{hash}{Path.GetExtension(name)}";
        Compressed = new(Compress);
    }

    public string Address { get; }

    public string ContentType { get; }

    public byte[] Content { get; }

    /// <summary>The same as gzip, made when first asked for.</summary>
    public Lazy<byte[]> Compressed { get; }

    public string Text => Encoding.UTF8.GetString(Content);

    private byte[] Compress()
    {
        using var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.SmallestSize, leaveOpen: true))
        {
            gzip.Write(Content);
        }

        return file.ToArray();
    }
}
