using AzurePerf.Storage;
using Microsoft.AspNetCore.Diagnostics;

namespace AzurePerf.Web.Problems;

/// <summary>Turns every failure into a problem document in the API and into a page elsewhere.</summary>
internal static partial class ErrorHandling
{
    private const string RetryAfterSeconds = "5";

    public static void UseErrorHandling(this IApplicationBuilder app)
    {
        app.UseWhen(context => context.Request.IsApi(), api =>
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
        app.UseWhen(context => !context.Request.IsApi(), pages =>
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

    /// <summary>Logs what was thrown under the trace id that the answer gives, and says when to come back if the control account is why.</summary>
    public static void Note(HttpContext context, Exception exception)
    {
        var logger = context.RequestServices.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(ErrorHandling));
        if (StorageFailure.Matches(exception))
        {
            context.Response.Headers.RetryAfter = RetryAfterSeconds;
            StorageUnavailable(logger, StorageFailure.Describe(exception), ApiProblem.TraceIdOf(context));
        }
        else if (exception is not BadHttpRequestException)
        {
            Failed(logger, exception, context.Request.Method, context.Request.Path, ApiProblem.TraceIdOf(context));
        }
    }

    private static int StatusOf(Exception exception) => exception switch
    {
        BadHttpRequestException bad => bad.StatusCode,
        _ when StorageFailure.Matches(exception) => StatusCodes.Status503ServiceUnavailable,
        _ => StatusCodes.Status500InternalServerError,
    };

    private static Task AnswerExceptionAsync(HttpContext context)
    {
        var exception = context.Features.Get<IExceptionHandlerFeature>()!.Error;
        Note(context, exception);
        var detail = StorageFailure.Matches(exception) ? StorageFailure.Describe(exception) : null;
        return ApiProblem.From(context, ProblemTypes.ForStatus(StatusOf(exception)), detail).ExecuteAsync(context);
    }

    private static Task AnswerStatusAsync(StatusCodeContext context) =>
        ApiProblem.From(context.HttpContext, ProblemTypes.ForStatus(context.HttpContext.Response.StatusCode)).ExecuteAsync(context.HttpContext);

    [LoggerMessage(1, LogLevel.Warning, "Answered 503 because {Reason} (trace {TraceId})")]
    private static partial void StorageUnavailable(ILogger logger, string reason, string traceId);

    [LoggerMessage(2, LogLevel.Error, "{Method} {Path} failed (trace {TraceId})")]
    private static partial void Failed(ILogger logger, Exception exception, string method, PathString path, string traceId);
}
