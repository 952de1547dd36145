using AzurePerf.Core.Files;
using AzurePerf.Storage;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Diagnostics;

namespace AzurePerf.Web.Errors;

/// <summary>Turns every failure into a problem document in the API and into a page elsewhere.</summary>
internal static class ErrorHandling
{
    private const string RetryAfterSeconds = "5";

    public static void UseErrorHandling(this IApplicationBuilder app)
    {
        app.UseWhen(IsForPrograms, api =>
        {
            api.UseExceptionHandler(new ExceptionHandlerOptions
            {
                ExceptionHandler = AnswerExceptionAsync,
                StatusCodeSelector = StatusOf,
                SuppressDiagnosticsCallback = _ => true,
                AllowStatusCode404Response = true,
            });
            api.UseStatusCodePages(AnswerStatusAsync);
        });
        app.UseWhen(context => !IsForPrograms(context), pages =>
        {
            pages.UseExceptionHandler(new ExceptionHandlerOptions
            {
                ExceptionHandlingPath = "/errors/exception",
                StatusCodeSelector = StatusOf,
                SuppressDiagnosticsCallback = _ => true,
                AllowStatusCode404Response = true,
            });
            pages.UseStatusCodePagesWithReExecute("/errors/{0}");
        });
    }

    /// <summary>Logs what was thrown under the trace id that the answer gives, and says when to come back if the control account is
    /// why.</summary>
    public static void Note(HttpContext context, Exception exception)
    {
        if (IsOfControlAccount(exception))
        {
            context.Response.Headers.RetryAfter = RetryAfterSeconds;
        }

        if (!IsOfRequest(exception))
        {
            context.RequestServices.GetRequiredService<ErrorLog>().Note(context, exception);
        }
    }

    /// <summary>True when the control account is why.</summary>
    public static bool IsOfControlAccount(Exception exception) =>
        !IsOfRequest(exception) && !FullDisk.IsWhy(exception) && StorageFailure.Matches(exception);

    /// <summary>
    /// True when the request itself is why, which Kestrel reports as an <see cref="IOException"/>: one that breaks off, or whose body is no
    /// body. It says so of a chunk size beyond its numbers with an overflow inside.
    /// </summary>
    private static bool IsOfRequest(Exception exception) =>
        exception is BadHttpRequestException or IOException { InnerException: OverflowException };

    /// <summary>What is below /health is served over plain HTTP too, where a page could not be: its forms need a cookie that is for HTTPS
    /// only.</summary>
    private static bool IsForPrograms(HttpContext context) => context.Request.IsApi() || context.Request.IsHealth();

    private static int StatusOf(Exception exception) => exception switch
    {
        BadHttpRequestException bad => bad.StatusCode,
        _ when IsOfRequest(exception) => StatusCodes.Status400BadRequest,
        _ when IsOfControlAccount(exception) => StatusCodes.Status503ServiceUnavailable,
        _ => StatusCodes.Status500InternalServerError,
    };

    private static Task AnswerExceptionAsync(HttpContext context)
    {
        var exception = context.Features.Get<IExceptionHandlerFeature>()!.Error;
        Note(context, exception);
        var detail = IsOfControlAccount(exception) ? StorageFailure.Describe(exception)
            : FullDisk.IsWhy(exception) ? "the disk of the web host is full"
            : null;
        return ApiProblem.From(context, ProblemTypes.ForStatus(StatusOf(exception)), detail).ExecuteAsync(context);
    }

    private static Task AnswerStatusAsync(StatusCodeContext context) =>
        ApiProblem.From(context.HttpContext, ProblemTypes.ForStatus(context.HttpContext.Response.StatusCode))
            .ExecuteAsync(context.HttpContext);
}
