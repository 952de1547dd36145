using System.Text.Json;
using AzurePerf.Core.Texts;

namespace AzurePerf.Storage.Rows;

/// <summary>How documents inside rows look in JSON: as in the API, but a null or an absence where there must be a value is
/// corrupt.</summary>
public static class RowJson
{
    public static JsonSerializerOptions Options { get; } = new(ApiJson.Options)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };
}
