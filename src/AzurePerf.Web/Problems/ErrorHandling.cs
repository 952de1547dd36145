using AzurePerf.Storage;
using Microsoft.AspNetCore.Diagnostics;

namespace AzurePerf.Web.Problems;

/// <summary>Turns every failure into a problem document under /api and into a page elsewhere.</summary>
internal static partial class ErrorHandling
{
    private const string RetryAfterSeconds = "5";

    public static void UseErrorHandling(this IApplicationBuilder app)
    {
        app.UseWhen(IsApi, api =>
        {
            api.UseExceptionHandler(new ExceptionHandlerOptions
            {
                ExceptionHandler = AnswerExceptionAsync,
                StatusCodeSelector = StatusOf,
                SuppressDiagnosticsCallback = IsExpected,
                AllowStatusCode404Response = true,
            });
            api.UseStatusCodePages(AnswerStatusAsync);
        });
        app.UseWhen(context => !IsApi(context), pages =>
        {
            pages.UseExceptionHandler(new ExceptionHandlerOptions
            {
                ExceptionHandlingPath = "/errors/exception",
                StatusCodeSelector = StatusOf,
                SuppressDiagnosticsCallback = IsExpected,
                AllowStatusCode404Response = true,
            });
            pages.UseStatusCodePagesWithReExecute("/errors/{0}");
        });
    }

    /// <summary>Logs a failure of the control account in one line and says when to come back.</summary>
    public static void NoteStorageFailure(HttpContext context, Exception exception)
    {
        context.Response.Headers.RetryAfter = RetryAfterSeconds;
        StorageUnavailable(context.RequestServices.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(ErrorHandling)), StorageFailure.Describe(exception));
    }

    private static bool IsApi(HttpContext context) => context.Request.Path.StartsWithSegments("/api");

    private static int StatusOf(Exception exception) => exception switch
    {
        BadHttpRequestException bad => bad.StatusCode,
        _ when StorageFailure.Matches(exception) => StatusCodes.Status503ServiceUnavailable,
        _ => StatusCodes.Status500InternalServerError,
    };

    private static bool IsExpected(ExceptionHandlerSuppressDiagnosticsContext context) =>
        context.Exception is BadHttpRequestException || StorageFailure.Matches(context.Exception);

    private static Task AnswerExceptionAsync(HttpContext context)
    {
        var exception = context.Features.Get<IExceptionHandlerFeature>()!.Error;
        if (StorageFailure.Matches(exception))
        {
            NoteStorageFailure(context, exception);
            return ApiProblem.From(context, ProblemTypes.StorageUnavailable, StorageFailure.Describe(exception)).ExecuteAsync(context);
        }

        return ApiProblem.From(context, ProblemTypes.ForStatus(StatusOf(exception))).ExecuteAsync(context);
    }

    private static Task AnswerStatusAsync(StatusCodeContext context) =>
        ApiProblem.From(context.HttpContext, ProblemTypes.ForStatus(context.HttpContext.Response.StatusCode)).ExecuteAsync(context.HttpContext);

    [LoggerMessage(1, LogLevel.Warning, "Answered 503: {Reason}")]
    private static partial void StorageUnavailable(ILogger logger, string reason);
}
