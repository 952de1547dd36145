using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>Type names that accompany a value where JSON alone does not tell its type.</summary>
internal static class EdmTypes
{
    public const string AnnotationSuffix = "@odata.type";

    public static readonly JsonEncodedText Binary = JsonEncodedText.Encode("Edm.Binary");
    public static readonly JsonEncodedText DateTime = JsonEncodedText.Encode("Edm.DateTime");
    public static readonly JsonEncodedText Double = JsonEncodedText.Encode("Edm.Double");
    public static readonly JsonEncodedText Guid = JsonEncodedText.Encode("Edm.Guid");
    public static readonly JsonEncodedText Int64 = JsonEncodedText.Encode("Edm.Int64");
}
