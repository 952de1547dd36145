namespace AzurePerf.Web.OpenApi;

/// <summary>docs/openapi.json as this build carries it.</summary>
internal static class OpenApiFile
{
    private const string Resource = "AzurePerf.Web.openapi.json";

    public static ReadOnlyMemory<byte> Read()
    {
        using var file = typeof(OpenApiFile).Assembly.GetManifestResourceStream(Resource)
            ?? throw new InvalidOperationException(Resource + " is not in the assembly");
        var bytes = new byte[file.Length];
        file.ReadExactly(bytes);
        return bytes;
    }
}
