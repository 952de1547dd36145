using System.Text.Json;
using System.Text.Json.Serialization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Scaling;

/// <summary>/api/v1/workers/{pool}/scale.</summary>
internal static class ScalingApi
{
    /// <summary>A number that is left out must not be taken for 0, which stops workers, nor a word for one that it resembles.</summary>
    private static readonly JsonSerializerOptions Strict = new(ApiJson.Options)
    {
        RespectRequiredConstructorParameters = true,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    };

    public static void MapScaling(this IEndpointRouteBuilder api) => api.MapPut("/workers/{pool}/scale", ScaleAsync).RequireAdmin()
        .Explain("scalePool", "Changes how many workers a pool has.", ProblemTypes.InvalidRequest, ProblemTypes.NotFound,
            ProblemTypes.NotScaled, ProblemTypes.NotJson)
        .TakesBody(RequestSchemas.Scale, """{"min": 0, "max": 20}""");

    private static async Task<Results<Ok<PoolScaleResponse>, ProblemHttpResult>> ScaleAsync(
        HttpContext context, string pool, PoolScaling scaling, CancellationToken cancellationToken)
    {
        if (!WorkerPool.All.Contains(pool))
        {
            return ApiProblem.From(
                context, ProblemTypes.NotFound, $"there is no pool of this name: there are {string.Join(" and ", WorkerPool.All)}");
        }

        var body = await SubmittedBody.ReadAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        if (Read(body.Text) is not { } request)
        {
            return ApiProblem.From(
                context, ProblemTypes.InvalidRequest,
                [new SpecFault("", "must be an object with the whole numbers min and max, and force where you mean it")]);
        }

        SpecFault[] faults = [.. request.Faults().Select(fault => new SpecFault(fault.Member, fault.Fault))];
        if (faults.Length > 0)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        try
        {
            return TypedResults.Ok(await scaling.ScaleAsync(pool, request, context.Caller().Name, cancellationToken));
        }
        catch (ScaleRefusedException refused)
        {
            return ApiProblem.From(context, ProblemTypes.NotScaled, refused.Message);
        }
    }

    private static PoolScaleRequest? Read(string text)
    {
        try
        {
            return JsonSerializer.Deserialize<PoolScaleRequest>(text, Strict);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
