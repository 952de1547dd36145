using System.Text.Json;
using AzurePerf.Core.Access;
using AzurePerf.Web.Access;
using Microsoft.OpenApi;

namespace AzurePerf.Web.OpenApi;

/// <summary>How callers are known, as the document says it.</summary>
internal static class SecuritySchemes
{
    private const string Key = "key";
    private const string Session = "session";

    public static void AddTo(OpenApiDocument document)
    {
        document.AddComponent<IOpenApiSecurityScheme>(Key, new OpenApiSecurityScheme
        {
            Type = SecuritySchemeType.Http,
            Scheme = "bearer",
            BearerFormat = "azp_...",
            Description = "A key, made by `azureperf keys create`. Not asked for in local mode.",
        });
        document.AddComponent<IOpenApiSecurityScheme>(Session, new OpenApiSecurityScheme
        {
            Type = SecuritySchemeType.ApiKey,
            In = ParameterLocation.Cookie,
            Name = SessionCookie.Name,
            Description = "What a browser gets for a key on /signin. Changes must come from a page of this host.",
        });
    }

    /// <summary>What a caller must be allowed to do, by either way; null for nothing.</summary>
    public static void Require(OpenApiOperation operation, AccessScope? scope, OpenApiDocument document)
    {
        if (scope is not { } needed)
        {
            return;
        }

        var word = JsonNamingPolicy.CamelCase.ConvertName(needed.ToString());
        operation.Security = [.. new[]
        {
            Key,
            Session,
        }.Select(scheme => new OpenApiSecurityRequirement { [new(scheme, document)] = [word] })];
        operation.Description = $"Needs the scope {word}.";
    }
}
